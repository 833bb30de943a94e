import {
  METRIC_LIMITS,
  type MetricSettings,
  wellKnownDirection,
} from '../../backend/model/metric.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { SelectField } from '../components/select-field.tsx';
import { Sheet } from '../components/sheet.tsx';
import type { ConsoleApi } from './console-api.ts';
import { Loaded } from './loaded.tsx';
import type { KnownMetric } from './metric-requests.ts';
import { useResource } from './use-resource.ts';

export interface MetricSheetProps {
  readonly api: ConsoleApi;
  readonly known: KnownMetric;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Says what a metric is. */
export function MetricSheet({ api, known, onDone, onClose }: MetricSheetProps) {
  const settings = useResource(api.metricSettings);
  const { metric } = known;
  return (
    <Sheet title={metric} onClose={onClose}>
      <Loaded resource={settings}>
        {(all) => (
          <MetricForm
            api={api}
            known={known}
            said={all.find((one) => one.metric === metric)}
            onDone={onDone}
          />
        )}
      </Loaded>
    </Sheet>
  );
}

interface MetricFormProps extends Pick<MetricSheetProps, 'api' | 'known' | 'onDone'> {
  /** Undefined: nobody has said anything. */
  readonly said: MetricSettings | undefined;
}

function MetricForm({ api, known, said, onDone }: MetricFormProps) {
  const { metric } = known;
  const usual = wellKnownDirection(metric);
  const options = [
    ['', usual === null ? 'not said' : `as its name says: ${usual} is better`],
    ['higher', 'higher is better'],
    ['lower', 'lower is better'],
  ] as const;
  return (
    <Form
      submit="Save"
      busy="Saving…"
      send={(entry) =>
        api.saveMetric({
          metric,
          displayName: entry('displayName') || null,
          unit: entry('unit') || null,
          direction: directionOf(entry('direction')),
        })
      }
      onDone={onDone}
    >
      {(problem) => (
        <>
          <SelectField
            {...{ label: 'Direction', name: 'direction', options }}
            value={said?.direction ?? ''}
            problem={problem('direction')}
          />
          <Field
            {...{ label: 'Display name', name: 'displayName', value: said?.displayName ?? '' }}
            maxLength={METRIC_LIMITS.displayName}
            placeholder={metric}
            problem={problem('displayName')}
          />
          <Field
            {...{ label: 'Unit', name: 'unit', value: said?.unit ?? '' }}
            maxLength={METRIC_LIMITS.unit}
            placeholder={said?.unit ? '' : (known.unit ?? 'ms')}
            hint={known.unit === null ? '' : 'The one that samples were sent with when empty.'}
            problem={problem('unit')}
          />
        </>
      )}
    </Form>
  );
}

function directionOf(text: string): MetricSettings['direction'] {
  return text === 'higher' || text === 'lower' ? text : null;
}
