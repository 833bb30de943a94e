import { useSignal } from '@preact/signals';
import { type Bar, describeLayers, type Histogram, LAYERS, toLayerPath } from '../histogram.ts';
import { readersTime } from '../time-format.ts';
import { HistogramTable } from './histogram-table.tsx';
import { Icon } from './icon.tsx';

export interface HistogramChartProps {
  /** Null until it is known. */
  readonly histogram: Histogram | null;
  /** Narrows the range to a bar's. */
  readonly onPick: (bar: Bar) => void;
}

const HEIGHT = 100;

/** How many events there were when, by severity; the same as a table for those who want that. */
export function HistogramChart({ histogram, onPick }: HistogramChartProps) {
  const isTable = useSignal(false);
  const pointed = useSignal<number | null>(null);
  const bars = histogram?.bars ?? [];
  const [first] = bars;
  const last = bars.at(-1);
  const bar = pointed.value === null ? undefined : bars[pointed.value];
  return (
    <section class="histogram" aria-label="Events over time" aria-busy={histogram === null}>
      {isTable.value ? (
        <HistogramTable bars={bars} onPick={onPick} />
      ) : (
        <Chart
          histogram={histogram}
          pointed={pointed.value}
          onPoint={(index) => {
            pointed.value = index;
          }}
          onPick={onPick}
        />
      )}
      <div class="histogram-foot">
        {first !== undefined && last !== undefined && !isTable.value && (
          <>
            <span class="histogram-edge">
              {readersTime.axis(first.start, last.end - first.start)}
            </span>
            <span class="histogram-reading">{bar === undefined ? '' : describeBar(bar)}</span>
            <span class="histogram-edge">{readersTime.axis(last.end, last.end - first.start)}</span>
          </>
        )}
        <button
          type="button"
          class="button histogram-toggle"
          data-bare
          title={isTable.value ? 'Show as a chart' : 'Show as a table'}
          aria-label={
            isTable.value
              ? 'Show the events over time as a chart'
              : 'Show the events over time as a table'
          }
          onClick={() => {
            isTable.value = !isTable.value;
          }}
        >
          <Icon name={isTable.value ? 'chart' : 'table'} />
        </button>
      </div>
    </section>
  );
}

interface ChartProps extends HistogramChartProps {
  readonly pointed: number | null;
  readonly onPoint: (index: number | null) => void;
}

function Chart({ histogram, pointed, onPoint, onPick }: ChartProps) {
  const bars = histogram?.bars ?? [];
  const indexAt = ({ currentTarget, clientX }: MouseEvent): number => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    return Math.min(bars.length - 1, Math.floor(((clientX - left) / width) * bars.length));
  };
  const pick = (press: MouseEvent) => {
    const bar = bars[indexAt(press)];
    if (bar !== undefined && bar.count > 0) onPick(bar);
  };
  // What a click does here, the table does by keyboard.
  const interactions = {
    onPointerMove: (move: PointerEvent) => onPoint(indexAt(move)),
    onPointerLeave: () => onPoint(null),
    onClick: pick,
  };
  return (
    <svg
      {...interactions}
      class="histogram-chart"
      viewBox={`0 0 ${Math.max(1, bars.length)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describe(histogram)}
    >
      {pointed !== null && (
        <rect class="histogram-pointed" x={pointed} y="0" width="1" height={HEIGHT} />
      )}
      {histogram !== null &&
        LAYERS.map((layer) => (
          <path key={layer} data-severity={layer} d={toLayerPath(histogram, layer, HEIGHT)} />
        ))}
    </svg>
  );
}

function describe(histogram: Histogram | null): string {
  const [first] = histogram?.bars ?? [];
  const last = histogram?.bars.at(-1);
  if (histogram === null || first === undefined || last === undefined) return 'No events';
  const total = histogram.bars.reduce((sum, { count }) => sum + count, 0);
  const busiest = histogram.bars.find(({ count }) => count === histogram.highest) ?? first;
  return `${total} events, ${readersTime.range(first.start, last.end)}; most of them ${readersTime.range(busiest.start, busiest.end)}: ${busiest.count}`;
}

function describeBar(bar: Bar): string {
  const when = readersTime.range(bar.start, bar.end);
  return bar.count === 0 ? `${when}: none` : `${when}: ${describeLayers(bar.layers)}`;
}
