import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type Edge, edgeTime, wholeBrush } from '../brush.ts';
import { describeHistogram, type Histogram, LAYERS, toLayerPath } from '../histogram.ts';
import { readersTime } from '../time-format.ts';
import type { Brushing } from './use-brush.ts';

export interface HistogramPlotProps {
  readonly brushing: Brushing;
  /** The bar under the pointer. */
  readonly pointed: Signal<number | null>;
}

const HEIGHT = 100;
const EDGES = [
  ['start', 'Earliest shown'],
  ['end', 'Latest shown'],
] as const;

/** The bars, and a brush over them: dragged with a pointer, or moved by its two edges. */
export function HistogramPlot({ brushing, pointed }: HistogramPlotProps) {
  const pressedAt = useRef<number | null>(null);
  const { histogram, brush, drag } = brushing;
  const count = histogram?.bars.length ?? 0;
  const placeAt = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    return Math.max(0, Math.min(count - 0.001, ((clientX - left) / width) * count));
  };
  const gestures = {
    onPointerDown: (press: PointerEvent) => {
      if (press.button !== 0 || count === 0) return;
      (press.currentTarget as Element).setPointerCapture(press.pointerId);
      pressedAt.current = placeAt(press);
    },
    onPointerMove: (move: PointerEvent) => {
      const place = placeAt(move);
      pointed.value = Math.floor(place);
      const from = pressedAt.current;
      // A hand trembles: what stays within a bar is a click.
      if (from !== null && (brush.peek() !== null || Math.abs(place - from) >= 0.75))
        drag(from, place);
    },
    onPointerUp: (release: PointerEvent) => {
      const from = pressedAt.current;
      pressedAt.current = null;
      if (from === null) return;
      const isClick = brush.peek() === null;
      if (isClick && (histogram?.bars[Math.floor(from)]?.count ?? 0) === 0) return;
      drag(from, isClick ? from : placeAt(release));
      brushing.apply();
    },
    onPointerCancel: () => {
      pressedAt.current = null;
      brushing.cancel();
    },
    onPointerLeave: () => {
      pointed.value = null;
    },
  };
  return (
    <div class="histogram-plot">
      <Chart {...{ histogram, pointed, brushing, gestures }} />
      {count > 0 &&
        EDGES.map(([edge, label]) => (
          <Thumb key={edge} edge={edge} label={label} brushing={brushing} />
        ))}
    </div>
  );
}

interface ChartProps extends HistogramPlotProps {
  readonly histogram: Histogram | null;
  readonly gestures: object;
}

function Chart({ histogram, pointed, brushing, gestures }: ChartProps) {
  const count = histogram?.bars.length ?? 0;
  const brush = brushing.brush.value;
  return (
    <svg
      {...gestures}
      class="histogram-chart"
      viewBox={`0 0 ${Math.max(1, count)} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={describeHistogram(histogram)}
    >
      {pointed.value !== null && brush === null && (
        <rect class="histogram-pointed" x={pointed.value} y="0" width="1" height={HEIGHT} />
      )}
      {histogram !== null &&
        LAYERS.map((layer) => (
          <path key={layer} data-severity={layer} d={toLayerPath(histogram, layer, HEIGHT)} />
        ))}
      {brush !== null && (
        <>
          <rect class="histogram-veil" x="0" y="0" width={brush.start} height={HEIGHT} />
          <rect
            class="histogram-veil"
            x={brush.end}
            y="0"
            width={count - brush.end}
            height={HEIGHT}
          />
        </>
      )}
    </svg>
  );
}

interface ThumbProps {
  readonly edge: Edge;
  readonly label: string;
  readonly brushing: Brushing;
}

/** Arrows move it by a bar, with Shift by ten; Enter shows the range, Escape lets go of it. */
function Thumb({ edge, label, brushing }: ThumbProps) {
  const bars = brushing.histogram?.bars ?? [];
  const brush = brushing.brush.value;
  const { [edge]: at } = brush ?? wholeBrush(bars);
  return (
    <span
      role="slider"
      tabIndex={0}
      class="histogram-thumb"
      aria-valuemin={0}
      aria-valuemax={bars.length}
      aria-valuenow={at}
      aria-valuetext={readersTime.moment(edgeTime(bars, at))}
      aria-label={label}
      data-on={brush !== null}
      data-edge={edge}
      style={{ '--at': at / bars.length }}
      onKeyDown={(press) => brushing.press(edge, press)}
    />
  );
}
