import { SAMPLE_DAYS } from '../../backend/model/metric.ts';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Loaded } from './loaded.tsx';
import type { PageProps } from './page.ts';
import { Saved, useSaved } from './saved.tsx';
import { useResource } from './use-resource.ts';

/** How long samples of metrics are kept. */
export function SampleRetention({ api }: Pick<PageProps, 'api'>) {
  const kept = useResource(api.sampleDays);
  const saved = useSaved();
  return (
    <section class="section" aria-labelledby="sample-retention">
      <h2 id="sample-retention">Samples of metrics</h2>
      <p class="muted">
        Each sample is kept for so many days; what they came to by the hour is kept for ever.
      </p>
      <Loaded resource={kept}>
        {({ days }) => (
          <Form
            submit="Save"
            busy="Saving…"
            check={(entry) => ({ days: problemOfDays(entry('days')) })}
            send={(entry) => api.saveSampleDays(daysOf(entry('days')))}
            onDone={() => saved.show('Saved')}
            actions={<Saved saved={saved} />}
          >
            {(problem) => (
              <Field
                {...{ label: 'Days', name: 'days', value: days === null ? '' : String(days) }}
                placeholder="for ever"
                hint="Empty: for ever. What is deleted is gone."
                problem={problem('days')}
              />
            )}
          </Form>
        )}
      </Loaded>
    </section>
  );
}

function daysOf(text: string): number | null {
  return text === '' ? null : Number(text);
}

function problemOfDays(text: string): string | null {
  const isGood = text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= SAMPLE_DAYS.min);
  return isGood ? null : `Write a number of days from ${SAMPLE_DAYS.min}, or nothing.`;
}
