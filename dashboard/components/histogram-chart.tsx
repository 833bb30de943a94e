import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { brushedTime, countIn } from '../brush.ts';
import { describeBar, type Histogram } from '../histogram.ts';
import type { Span } from '../ranges.ts';
import { readersTime } from '../time-format.ts';
import { HistogramPlot } from './histogram-plot.tsx';
import { HistogramTable } from './histogram-table.tsx';
import { Icon } from './icon.tsx';
import { useBrush } from './use-brush.ts';

export interface HistogramChartProps {
  /** Null until it is known. */
  readonly histogram: Histogram | null;
  /** Narrows the range; the end is exclusive. */
  readonly onPick: (span: Span) => void;
  readonly title: ComponentChildren;
  /** What moves the range otherwise, and what else is done with the list. */
  readonly children: ComponentChildren;
}

const COUNT = new Intl.NumberFormat('en');

/** How many events there were when, by severity; the same as a table for those who want that. */
export function HistogramChart({ histogram, onPick, title, children }: HistogramChartProps) {
  const isTable = useSignal(false);
  const pointed = useSignal<number | null>(null);
  const brushing = useBrush(histogram, onPick);
  const bars = brushing.histogram?.bars ?? [];
  const [first] = bars;
  const last = bars.at(-1);
  const bar = pointed.value === null ? undefined : bars[pointed.value];
  const brush = brushing.brush.value;
  const brushed = brush === null ? null : brushedTime(bars, brush);
  return (
    <section class="histogram" aria-label="Events over time" aria-busy={histogram === null}>
      <div class="figures">
        {title}
        <TableSwitch isTable={isTable} />
        {children}
      </div>
      {isTable.value ? (
        <HistogramTable bars={bars} onPick={onPick} />
      ) : (
        <HistogramPlot brushing={brushing} pointed={pointed} />
      )}
      <div class="histogram-foot">
        {first !== undefined && last !== undefined && !isTable.value && (
          <>
            <span class="histogram-edge">
              {readersTime.axis(first.start, last.end - first.start)}
            </span>
            {brush === null || brushed === null ? (
              <span class="histogram-reading">{bar === undefined ? '' : describeBar(bar)}</span>
            ) : (
              <button type="button" class="histogram-apply" onClick={brushing.apply}>
                Show {readersTime.range(brushed.start, brushed.end)} ·{' '}
                {COUNT.format(countIn(bars, brush))} events
              </button>
            )}
            <span class="histogram-edge">{readersTime.axis(last.end, last.end - first.start)}</span>
          </>
        )}
      </div>
    </section>
  );
}

function TableSwitch({ isTable }: { readonly isTable: Signal<boolean> }) {
  const other = isTable.value ? 'chart' : 'table';
  return (
    <button
      type="button"
      class="button"
      data-bare
      title={`Show as a ${other}`}
      aria-label={`Show the events over time as a ${other}`}
      onClick={() => {
        isTable.value = !isTable.value;
      }}
    >
      <Icon name={other} />
    </button>
  );
}
