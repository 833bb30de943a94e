import { METRIC_LIMITS } from '../../backend/model/metric.ts';
import {
  PROVIDER_FACTS,
  type ProviderKind,
  type ProviderQuery,
} from '../../backend/model/provider.ts';
import { AreaField } from '../components/area-field.tsx';
import { Field } from '../components/field.tsx';
import { queryField } from './provider-form.ts';

export interface ProviderQueryFieldsProps {
  readonly kind: ProviderKind;
  readonly place: number;
  readonly initial: ProviderQuery | undefined;
  readonly problem: (name: string) => string | undefined;
  /** Null where it is the only one. */
  readonly onRemove: (() => void) | null;
}

/** One query, and whose samples it brings. */
export function ProviderQueryFields(props: ProviderQueryFieldsProps) {
  const { kind, place, initial, problem, onRemove } = props;
  const { queryHint, queryExample } = PROVIDER_FACTS[kind];
  const field = (name: keyof ProviderQuery) => {
    const full = queryField(place, name);
    return { name: full, value: initial?.[name] ?? '', problem: problem(full) };
  };
  return (
    <fieldset class="query">
      <legend>Metric {place + 1}</legend>
      <div class="entries">
        <Field
          {...field('metric')}
          label="Name of the metric"
          maxLength={METRIC_LIMITS.name}
          placeholder="error_rate"
        />
        <Field {...field('unit')} label="Unit (optional)" placeholder="ratio" />
      </div>
      <AreaField
        {...field('query')}
        rows={2}
        label="Query"
        placeholder={queryExample}
        hint={queryHint}
      />
      <div class="entries">
        <Field {...field('subjectLabel')} label="Environment, from the label" placeholder="env" />
        <Field {...field('subject')} label="or else always" placeholder="production" />
      </div>
      <div class="entries">
        <Field {...field('sourceLabel')} label="System, from the label" placeholder="service" />
        <Field {...field('source')} label="or else always" placeholder="the whole environment" />
      </div>
      {onRemove !== null && (
        <p>
          <button type="button" class="button" onClick={onRemove}>
            Remove metric {place + 1}
          </button>
        </p>
      )}
    </fieldset>
  );
}
