import { HEIGHT, scale, WIDTH } from '../charts/shape.ts';
import { SCROLLED } from '../components/roles.ts';
import type { Slice } from '../details/insight-api.ts';
import { readersTime } from '../time-format.ts';
import { type FigureKind, readSlice } from './figures.ts';

export interface TrendChartProps {
  readonly kind: FigureKind;
  readonly trend: readonly Slice[];
}

/** Of the width of a slice. */
const GAP = 0.18;
const LEAST_HEIGHT = 2;

/** A bar for each slice of the range; where there was too little, only its place. */
export function TrendChart({ kind, trend }: TrendChartProps) {
  const readings = trend.map((slice) => readSlice(slice, kind.name));
  const highest = Math.max(0, ...readings.map(({ value }) => value ?? 0));
  const y = scale({ from: 0, to: highest || 1 }, { from: 0, to: HEIGHT - LEAST_HEIGHT });
  const width = WIDTH / Math.max(1, trend.length);
  const known = readings.filter(({ value }) => value !== null).length;
  if (known === 0) {
    return <p class="muted">No part of the range holds enough for a trend.</p>;
  }
  const first = trend[0];
  const last = trend.at(-1);
  return (
    <figure class="chart trend">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${kind.title} over time, at most ${kind.format(highest)}; ${known} of ${trend.length} parts have enough data. The table below has the numbers.`}
      >
        {readings.map(({ value }, index) => {
          const height = value === null ? LEAST_HEIGHT : LEAST_HEIGHT + y(value);
          return (
            <rect
              key={trend[index]?.from}
              data-known={value !== null}
              x={(index + GAP / 2) * width}
              y={HEIGHT - height}
              width={width * (1 - GAP)}
              height={height}
            />
          );
        })}
      </svg>
      {first !== undefined && last !== undefined && (
        <figcaption class="chart-foot">
          <span>{readersTime.day(Date.parse(first.from))}</span>
          <span>{readersTime.day(Date.parse(last.to))}</span>
        </figcaption>
      )}
    </figure>
  );
}

/** The same in numbers. */
export function TrendTable({ kind, trend }: TrendChartProps) {
  return (
    <section {...SCROLLED} class="histogram-table" aria-label={`Trend of ${kind.title}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">Value</th>
            <th scope="col">n</th>
          </tr>
        </thead>
        <tbody>
          {trend.toReversed().map((slice) => {
            const { value, n } = readSlice(slice, kind.name);
            return (
              <tr key={slice.from}>
                <th scope="row">{readersTime.day(Date.parse(slice.from))}</th>
                <td>{value === null ? 'too few' : kind.format(value)}</td>
                <td>{n}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
