import { formatChange, formatP, formatShare, formatValue } from '../charts/numbers.ts';
import { extentOf } from '../charts/shape.ts';
import { EventText } from '../components/event-text.tsx';
import { Icon } from '../components/icon.tsx';
import { SCROLLED } from '../components/roles.ts';
import { sentence } from '../words.ts';
import { ImpactChart } from './impact-chart.tsx';
import { titleOf, VERDICT_NAMES } from './impact-words.ts';
import type { ImpactAnswer, Metric } from './insight-api.ts';

export interface MetricImpactProps {
  readonly metric: Metric;
  readonly impact: ImpactAnswer;
  readonly isOpen: boolean;
}

/** One metric: its verdict at a glance, and behind it the reason, the chart and the numbers. */
export function MetricImpact({ metric, impact, isOpen }: MetricImpactProps) {
  const { verdict, change, reason } = metric;
  return (
    <details class="metric" open={isOpen}>
      <summary>
        <Icon name="right" />
        <span class="verdict" data-verdict={verdict}>
          {VERDICT_NAMES[verdict]}
        </span>
        <span class="metric-name">
          <EventText text={titleOf(metric)} />
        </span>
        {change?.relative != null && (
          <span class="metric-change">{formatShare(change.relative)}</span>
        )}
      </summary>
      <div class="metric-body">
        <p>
          <EventText text={sentence(reason)} />
        </p>
        <ImpactChart metric={metric} impact={impact} />
        <Numbers metric={metric} />
      </div>
    </details>
  );
}

function Numbers({ metric }: { readonly metric: Metric }) {
  const { before, after, change, test, effect, unit, source, points } = metric;
  const { from, to } = extentOf(points.flatMap(({ min, max }) => [min, max]));
  const cell = (value: number | null) => (value === null ? '–' : formatValue(value, unit));
  const row = (name: string, { n, mean, median, p95 }: Metric['before']) => (
    <tr>
      <th scope="row">{name}</th>
      <td>{n}</td>
      <td>{cell(mean)}</td>
      <td>{cell(median)}</td>
      <td>{cell(p95)}</td>
    </tr>
  );
  return (
    <>
      <section {...SCROLLED} class="numbers" aria-label={`Numbers of ${titleOf(metric)}`}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">n</th>
              <th scope="col">Mean</th>
              <th scope="col">Median</th>
              <th scope="col">p95</th>
            </tr>
          </thead>
          <tbody>
            {row('Before', before)}
            {row('After', after)}
          </tbody>
        </table>
      </section>
      <p class="muted">
        {change !== null && `Change of the mean: ${formatChange(change.absolute, unit)}. `}
        {points.length > 0 &&
          `All between ${formatValue(from, unit)} and ${formatValue(to, unit)}. `}
        {test !== null && `p ${formatP(test.pAdjusted)}, adjusted for all metrics. `}
        {effect !== null &&
          `Effect: ${formatChange(effect.cliffsDelta, null)} (${formatChange(effect.low, null)} to ${formatChange(effect.high, null)}) of 1. `}
        {source === null ? 'A metric of the whole environment.' : ''}
      </p>
    </>
  );
}
