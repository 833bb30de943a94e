import { useSignal } from '@preact/signals';
import type { Direction } from '../../backend/model/metric.ts';
import { shortSource } from '../text.ts';
import { formatRelative, readersTime } from '../time-format.ts';
import { Loaded } from './loaded.tsx';
import type { KnownMetric } from './metric-requests.ts';
import { MetricSheet } from './metric-sheet.tsx';
import type { PageProps } from './page.ts';
import { useResource } from './use-resource.ts';

const BETTER: Readonly<Record<Direction, string>> = {
  higher: 'higher is better',
  lower: 'lower is better',
};

/** The metrics that have arrived, and what is said about them. */
export function MetricsPage({ api, now }: PageProps) {
  const metrics = useResource(api.metrics);
  const open = useSignal<KnownMetric | null>(null);
  return (
    <>
      <p class="muted">
        The direction decides whether a change is called improved or degraded; without one it is
        only called changed.
      </p>
      <Loaded resource={metrics}>
        {(found) =>
          found.length === 0 ? (
            <p>
              No metric has arrived yet. <a href="/settings/integrations">Integrations</a> has the
              ways to send or fetch some.
            </p>
          ) : (
            <table class="table metrics-table">
              <thead>
                <tr>
                  <th scope="col">Metric</th>
                  <th scope="col">Unit</th>
                  <th scope="col">Direction</th>
                  <th scope="col">Where</th>
                  <th scope="col">Last sample</th>
                </tr>
              </thead>
              <tbody>
                {found.map((metric) => (
                  <MetricRow
                    key={metric.metric}
                    row={metric}
                    now={now.value}
                    onOpen={() => {
                      open.value = metric;
                    }}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {open.value !== null && (
        <MetricSheet
          api={api}
          known={open.value}
          onDone={() => {
            open.value = null;
            void metrics.reload();
          }}
          onClose={() => {
            open.value = null;
          }}
        />
      )}
    </>
  );
}

interface MetricRowProps {
  readonly row: KnownMetric;
  readonly now: number;
  readonly onOpen: () => void;
}

function MetricRow({ row, now, onOpen }: MetricRowProps) {
  const { metric, displayName, unit, direction, subjects, sources, series, lastTime } = row;
  const last = Date.parse(lastTime);
  return (
    <tr>
      <th scope="row">
        {displayName ?? metric}
        {displayName !== null && <code class="muted metric-name">{metric}</code>}
      </th>
      <td data-name="Unit">{unit ?? '–'}</td>
      <td data-name="Direction">
        {direction === null ? <span class="muted">not said</span> : BETTER[direction]}
      </td>
      <td data-name="Where">
        {namesOf(subjects)}
        <span class="muted metric-name">
          {sources.length > 0 && `${namesOf(sources.map(shortSource))}; `}
          {series} series
        </span>
      </td>
      <td data-name="Last sample">
        <time dateTime={lastTime} title={readersTime.absolute(last)}>
          {formatRelative(last, now)}
        </time>
        <button
          type="button"
          class="button"
          aria-label={`Describe ${displayName ?? metric}`}
          onClick={onOpen}
        >
          Describe
        </button>
      </td>
    </tr>
  );
}

const SHOWN = 3;

function namesOf(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
