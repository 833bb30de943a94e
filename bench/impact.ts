/**
 * How often a verdict is right: series whose truth is known, the same for everyone who runs this.
 * `docs/metrics.md` holds the table, and `test/backend/services/impact-truth.test.ts` parts of it.
 */
import type { Sample } from '../backend/model/metric.ts';
import { type Measured, measure, toImpact } from '../backend/services/measure.ts';
import { adjustForMany } from '../backend/statistics/compare.ts';
import { seriesOf } from './series.ts';

export interface TruthCase {
  readonly name: string;
  /** Samples on each side. */
  readonly n: number;
  /** Correlation of neighbours. */
  readonly rho: number;
  /** Metrics that are looked at together; 1 when absent. */
  readonly metrics?: number;
  readonly shape?: (value: number) => number;
}

export interface TruthRow {
  /** Shares in percent: accused without a change, and found with one of 1 and 2 standard deviations. */
  readonly falseAlarms: number;
  readonly found1: number;
  readonly found2: number;
}

const LENGTHS = [8, 15, 30, 60, 120, 720];
const CORRELATIONS = [0, 0.3, 0.6];

/** Of a log-normal value the standard deviation is 1 like that of the others. */
const skewed = (value: number): number => Math.exp(value) / 2.1612;
const rounded = (value: number): number => Math.round(value);

export const TRUTH_CASES: readonly TruthCase[] = [
  ...LENGTHS.flatMap((n) => CORRELATIONS.map((rho) => ({ name: 'normal', n, rho }))),
  { name: 'skewed (log-normal)', n: 60, rho: 0, shape: skewed },
  { name: 'skewed (log-normal)', n: 60, rho: 0.6, shape: skewed },
  { name: 'whole numbers, mostly equal', n: 60, rho: 0, shape: rounded },
  { name: 'whole numbers, mostly equal', n: 60, rho: 0.6, shape: rounded },
  { name: '20 metrics at once, any of them', n: 60, rho: 0, metrics: 20 },
  { name: '20 metrics at once, any of them', n: 60, rho: 0.6, metrics: 20 },
];

/** Tries `count` series of each kind. */
export function tryCase(one: TruthCase, count: number): TruthRow {
  const share = (shift: number): number => {
    let accused = 0;
    for (let index = 0; index < count; index += 1) if (isAccused(one, index, shift)) accused += 1;
    return Number(((100 * accused) / count).toFixed(1));
  };
  return { falseAlarms: share(0), found1: share(1), found2: share(2) };
}

/** One line of the table of the documentation. */
export function toTruthCells(one: TruthCase, row: TruthRow): string[] {
  const percent = (share: number): string => `${share.toFixed(1)} %`;
  const { falseAlarms, found1, found2 } = row;
  return [one.name, String(one.n), String(one.rho), ...[falseAlarms, found1, found2].map(percent)];
}

function isAccused({ n, rho, shape, metrics = 1 }: TruthCase, index: number, shift: number) {
  const measured = Array.from({ length: metrics }, (_, metric) => {
    const seed = 1 + index * metrics + metric;
    // Of several metrics the first one alone has changed.
    return measureSeries(seriesOf({ seed, n, rho, shift: metric === 0 ? shift : 0, shape }));
  });
  const adjusted = adjustForMany(measured.map(({ comparison }) => comparison?.p ?? 1));
  return measured.some((one, place) => {
    const impact = toImpact(one, {
      facts: { metric: 'm', displayName: null, unit: null, direction: null },
      pAdjusted: adjusted[place] ?? 1,
      overlapping: 0,
      isComplete: true,
    });
    return impact.verdict === 'changed';
  });
}

function measureSeries([before, after]: readonly (readonly number[])[]): Measured {
  const samples = [...(before ?? []), ...(after ?? [])].map((value, time): Sample => [time, value]);
  const middle = before?.length ?? 0;
  const series = {
    id: '1',
    metric: 'm',
    subject: 's',
    source: null,
    unit: null,
    first: 0,
    last: 0,
  };
  return measure(series, samples, {
    before: { from: 0, to: middle - 1 },
    after: { from: middle, to: samples.length },
    baseline: null,
    points: 0,
  });
}

/** Prints the table of the documentation. */
export function benchImpact(count = 2000): void {
  const head = ['series', 'a side', 'ρ', 'accused, no change', 'found, 1 SD', 'found, 2 SD'];
  process.stdout.write(`| ${head.join(' | ')} |\n| --- | --: | --: | --: | --: | --: |\n`);
  for (const one of TRUTH_CASES) {
    process.stdout.write(`| ${toTruthCells(one, tryCase(one, count)).join(' | ')} |\n`);
  }
}
