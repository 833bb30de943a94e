import {
  bandPath,
  extentOf,
  HEIGHT,
  linePath,
  type Place,
  runsOf,
  scale,
  WIDTH,
} from '../charts/shape.ts';
import { readersTime } from '../time-format.ts';
import { describeChart } from './impact-words.ts';
import type { ImpactAnswer, Metric, Point } from './insight-api.ts';

export interface ImpactChartProps {
  readonly metric: Metric;
  readonly impact: ImpactAnswer;
}

const MARGIN = 6;
/** A hole of so many slices is a hole, and no line crosses it. */
const HOLE = 2.5;
const SLICES = 96;

/** The samples, from the lowest to the highest and their mean, with the event marked. */
export function ImpactChart({ metric, impact }: ImpactChartProps) {
  const { points } = metric;
  const { before, after, time } = impact;
  const span = { from: Date.parse(before.from), to: Date.parse(after.to) };
  const values = extentOf(points.flatMap(({ min, max }) => [min, max]));
  const x = scale(span, { from: 0, to: WIDTH });
  const y = scale(values, { from: HEIGHT - MARGIN, to: MARGIN });
  const at = Date.parse(time);
  const [left, right] = [x(Date.parse(before.to)), x(Date.parse(after.from))];
  const runs = runsOf(
    points,
    (point) => Date.parse(point.time),
    (HOLE * (span.to - span.from)) / SLICES,
  );
  const placesOf = (run: readonly Point[], of: 'mean' | 'min' | 'max') =>
    run.map((point): Place => [x(Date.parse(point.time)), y(point[of])]);
  const level = (median: number | null, from: number, to: number) =>
    median === null
      ? ''
      : linePath([
          [from, y(median)],
          [to, y(median)],
        ]);
  if (points.length === 0) return <p class="muted">No samples in this window.</p>;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describeChart(metric)}
      >
        <rect
          class="chart-settle"
          x={left}
          y="0"
          width={Math.max(0, right - left)}
          height={HEIGHT}
        />
        {runs.map((run) => (
          <g key={run[0]?.time}>
            <path class="chart-band" d={bandPath(placesOf(run, 'max'), placesOf(run, 'min'))} />
            <path class="chart-line" d={linePath(placesOf(run, 'mean'))} />
          </g>
        ))}
        <path class="chart-level" d={level(metric.before.median, 0, left)} />
        <path class="chart-level" d={level(metric.after.median, right, WIDTH)} />
        <path class="chart-event" d={`M${x(at)} 0V${HEIGHT}`} />
      </svg>
      <figcaption class="chart-foot">
        <span>{readersTime.axis(span.from, span.to - span.from)}</span>
        <span class="chart-moment" style={{ '--at': x(at) / WIDTH }}>
          event {readersTime.axis(at, span.to - span.from)}
        </span>
        <span>{readersTime.axis(span.to, span.to - span.from)}</span>
      </figcaption>
    </figure>
  );
}
