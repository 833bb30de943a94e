/** A summary as bars of one width, stacked by severity. Pure. */
import { SEVERITIES, type Severity } from '../backend/model/event.ts';
import { BUCKET_MS } from '../backend/model/query.ts';
import type { Summary } from './api.ts';
import { readersTime } from './time-format.ts';

/** The stack from its foot upwards; `NONE` for events that name no severity. */
export const LAYERS = ['NONE', ...SEVERITIES] as const;
export type Layer = Severity | 'NONE';

export interface Bar {
  /** ms; the bar ends where the next one starts. */
  readonly start: number;
  readonly end: number;
  readonly count: number;
  readonly layers: Readonly<Record<Layer, number>>;
}

export interface Histogram {
  readonly bars: readonly Bar[];
  /** The largest count of a bar; 0 without events. */
  readonly highest: number;
}

/** One event in a bar is to be seen beside thousands: the part of the height that it gets. */
const LOWEST_BAR = 0.05;
const NO_EVENTS = { NONE: 0, LOW: 0, MINOR: 0, MAJOR: 0, CRITICAL: 0 } as const;

/**
 * At most `maxBars` bars, from the start of the range to its end; open ranges end `now` (ms).
 * Neighbouring buckets are put together until they fit.
 */
export function toHistogram(
  summary: Summary,
  isOpen: boolean,
  now: number,
  maxBars: number,
): Histogram {
  if (summary.from === null || summary.to === null) return { bars: [], highest: 0 };
  const bucket = BUCKET_MS[summary.bucket];
  const first = Math.floor(Date.parse(summary.from) / bucket);
  const end = Math.max(Date.parse(summary.to), isOpen ? now : 0);
  const buckets = Math.floor(end / bucket) - first + 1;
  const perBar = Math.ceil(buckets / maxBars);
  const bars = Array.from({ length: Math.ceil(buckets / perBar) }, (_, index) => ({
    start: (first + index * perBar) * bucket,
    end: (first + (index + 1) * perBar) * bucket,
    count: 0,
    layers: { ...NO_EVENTS } as Record<Layer, number>,
  }));
  for (const { start, count, values } of summary.histogram) {
    const bar = bars[Math.floor((Date.parse(start) / bucket - first) / perBar)];
    if (bar === undefined) continue;
    bar.count += count;
    for (const { value, count: part } of values) bar.layers[toLayer(value)] += part;
  }
  return { bars, highest: bars.reduce((most, { count }) => Math.max(most, count), 0) };
}

/** The stretches of one layer as an SVG path: a bar is 1 wide, and the highest is `height`. */
export function toLayerPath({ bars, highest }: Histogram, layer: Layer, height: number): string {
  const below = LAYERS.slice(0, LAYERS.indexOf(layer));
  const round = (value: number) => Math.round(value * 100) / 100;
  return bars
    .map(({ layers, count }, index) => {
      if (layers[layer] === 0) return '';
      const scale = Math.max((count / highest) * height, LOWEST_BAR * height) / count;
      const foot = below.reduce((sum, one) => sum + layers[one], 0);
      const top = round(height - (foot + layers[layer]) * scale);
      return `M${round(index + 0.1)} ${top}h.8V${round(height - foot * scale)}h-.8z`;
    })
    .join('');
}

/** `2 critical, 5 major`, the gravest first; empty for a bar without events. */
export function describeLayers(layers: Bar['layers']): string {
  return LAYERS.toReversed()
    .filter((layer) => layers[layer] > 0)
    .map(
      (layer) => `${layers[layer]} ${layer === 'NONE' ? 'without severity' : layer.toLowerCase()}`,
    )
    .join(', ');
}

/** The whole of it in a sentence. */
export function describeHistogram(histogram: Histogram | null): string {
  const [first] = histogram?.bars ?? [];
  const last = histogram?.bars.at(-1);
  if (histogram === null || first === undefined || last === undefined) return 'No events';
  const total = histogram.bars.reduce((sum, { count }) => sum + count, 0);
  const busiest = histogram.bars.find(({ count }) => count === histogram.highest) ?? first;
  return `${total} events, ${readersTime.range(first.start, last.end)}; most of them ${readersTime.range(busiest.start, busiest.end)}: ${busiest.count}`;
}

export function describeBar(bar: Bar): string {
  const when = readersTime.range(bar.start, bar.end);
  return bar.count === 0 ? `${when}: none` : `${when}: ${describeLayers(bar.layers)}`;
}

function toLayer(value: string | null): Layer {
  return SEVERITIES.find((severity) => severity === value) ?? 'NONE';
}
