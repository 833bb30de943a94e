/** Metrics with a rhythm of days and weeks, noise that depends on itself, and what changes did to them. */
import { SYSTEMS, type System, sourceOf } from './company.ts';
import { createRandom } from './random.ts';
import { DAY_MS, HOUR_MS } from './releases.ts';
import type { Effect } from './troubles.ts';

/** Time between two samples of a series, ms. */
export const SAMPLE_MS = 120_000;
/** How strongly a value depends on the one before it. */
const DEPENDENCE = 0.3;

export interface Series {
  readonly metric: string;
  readonly source: string;
  readonly unit: string;
  /** The value at a time of ordinary life. */
  readonly usual: (time: number) => number;
  /** Standard deviation of its noise, as a share of the value. */
  readonly noise: number;
}

export interface DemoSample {
  readonly metric: string;
  readonly source: string;
  readonly subject: 'production';
  readonly unit: string;
  readonly time: string;
  readonly value: number;
}

/** Three series of each system in production, and one of the company. */
export const SERIES: readonly Series[] = SYSTEMS.flatMap((system) => {
  const source = sourceOf(system.name);
  const { traffic, latency, errors } = system;
  return [
    {
      metric: 'throughput',
      unit: 'req/s',
      usual: (time: number) => traffic * load(time),
      noise: 0.05,
    },
    {
      metric: 'request_latency',
      unit: 'ms',
      usual: (time: number) => latency * (0.85 + 0.2 * load(time)),
      noise: 0.07,
    },
    { metric: 'error_rate', unit: 'ratio', usual: () => errors, noise: 0.25 },
    ...conversionOf(system),
  ].map((series) => ({ ...series, source }));
});

function conversionOf({ name }: System) {
  if (name !== 'checkout-web') return [];
  return [{ metric: 'conversion_rate', unit: 'ratio', usual: () => 0.034, noise: 0.08 }];
}

/** Of the traffic at noon of a weekday: low before dawn, highest in the evening, more at weekends. */
function load(time: number): number {
  const hour = (time % DAY_MS) / HOUR_MS;
  const day = new Date(time).getUTCDay();
  const weekend = day === 0 || day === 6 ? 1.15 : 1;
  const morning = Math.cos(((hour - 13) / 24) * 2 * Math.PI);
  const evening = Math.exp(-((hour - 19.5) ** 2) / 5);
  return weekend * (0.62 + 0.38 * morning + 0.35 * evening);
}

/** The samples of one series from one time to another; the same for the same seed. */
export function* samplesOf(
  series: Series,
  effects: readonly Effect[],
  { from, to, seed }: { readonly from: number; readonly to: number; readonly seed: number },
): Generator<DemoSample> {
  const { metric, source, unit, usual, noise } = series;
  const random = createRandom(seed + textSeed(`${source} ${metric}`));
  const own = effects.filter((one) => one.source === source && one.metric === metric);
  const step = Math.sqrt(1 - DEPENDENCE ** 2);
  let deviation = random.normal();
  for (let time = Math.ceil(from / SAMPLE_MS) * SAMPLE_MS; time <= to; time += SAMPLE_MS) {
    deviation = DEPENDENCE * deviation + step * random.normal();
    const factor = own
      .filter((one) => time >= one.from && time < one.to)
      .reduce((product, one) => product * one.factor, 1);
    // Noise multiplies, so that no rate falls below zero.
    const value = usual(time) * factor * Math.exp(noise * deviation);
    const rounded = Number(value.toPrecision(4));
    yield { metric, source, subject: 'production', unit, time: iso(time), value: rounded };
  }
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function textSeed(text: string): number {
  return [...text].reduce(
    (sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0,
    7,
  );
}
