/** The figures of delivery: what each is called, means, and reads like. Pure. */
import type { DeliveryFigures } from '../../backend/model/insight.ts';
import { formatSeconds, formatShare, formatValue } from '../charts/numbers.ts';
import type { Slice } from '../details/insight-api.ts';

export type FigureName = Exclude<keyof DeliveryFigures, 'deployments'>;

export interface FigureKind {
  readonly name: FigureName;
  readonly title: string;
  /** By what formula. */
  readonly definition: string;
  /** What `n` counts. */
  readonly counted: string;
  /** Null where it is neither: more deployments are no aim of their own. */
  readonly better: 'higher' | 'lower';
  readonly format: (value: number) => string;
}

const percent = (value: number) => formatValue(value, 'ratio');

/** Few enough a day to be counted by the week, or by the month. */
function formatFrequency(value: number): string {
  if (value >= 1 || value === 0) return `${formatValue(value, null)} a day`;
  if (value * 7 >= 1) return `${formatValue(value * 7, null)} a week`;
  return `${formatValue(value * 30, null)} a month`;
}

export const FIGURES: readonly FigureKind[] = [
  {
    name: 'frequency',
    title: 'Deployment frequency',
    definition: 'Deployments that succeeded, by the days of the range.',
    counted: 'deployments',
    better: 'higher',
    format: formatFrequency,
  },
  {
    name: 'leadTime',
    title: 'Lead time for changes',
    definition: 'From data.commitTime to the deployment, where it names one: the median.',
    counted: 'deployments with a commit time',
    better: 'lower',
    format: formatSeconds,
  },
  {
    name: 'changeFailureRate',
    title: 'Change failure rate',
    definition:
      'Deployments that a rollback or an incident of the same system and environment followed within a day, by deployments.',
    counted: 'deployments',
    better: 'lower',
    format: percent,
  },
  {
    name: 'recoveryTime',
    title: 'Failed deployment recovery time',
    definition:
      'From a failed deployment to its rollback, or after an incident to its resolution, a rollback or the next deployment: the median.',
    counted: 'recoveries',
    better: 'lower',
    format: formatSeconds,
  },
  {
    name: 'reworkRate',
    title: 'Rework rate',
    definition:
      'Deployments within a day behind the failure of the one before them, by deployments.',
    counted: 'deployments',
    better: 'lower',
    format: percent,
  },
];

export interface Reading {
  /** Null where there is not enough data. */
  readonly value: number | null;
  readonly p90: number | null;
  readonly n: number;
  readonly missing: string | null;
}

/** One figure, whichever form it has. */
export function readFigure(figures: DeliveryFigures, name: FigureName): Reading {
  const { n, missing, ...figure } = figures[name];
  if ('median' in figure) return { value: figure.median, p90: figure.p90, n, missing };
  return { value: figure.value, p90: null, n, missing };
}

const DAY_MS = 86_400_000;

/** One figure of a part of the range. How many deployments there were is a fact, however few. */
export function readSlice({ from, to, figures }: Slice, name: FigureName): Reading {
  const reading = readFigure(figures, name);
  if (name !== 'frequency') return reading;
  const days = (Date.parse(to) - Date.parse(from) + 1) / DAY_MS;
  return { ...reading, value: figures.deployments / days, missing: null };
}

export interface Movement {
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'same';
}

/** Changes up to this are none, and up to that one no more than what comes and goes. */
const NO_CHANGE = 0.02;
const NOISE = 0.25;

/** Against the period before; null where either is not known. */
export function movementOf(
  { better }: FigureKind,
  now: number | null,
  before: number | null,
): Movement | null {
  if (now === null || before === null) return null;
  const change = before === 0 ? (now === 0 ? 0 : Number.POSITIVE_INFINITY) : now / before - 1;
  if (Math.abs(change) < NO_CHANGE) return { text: 'as before', tone: 'same' };
  const isBetter = (better === 'higher') === change > 0;
  const tone = isBetter ? 'good' : 'bad';
  const text = Number.isFinite(change) ? formatShare(change) : 'from nothing';
  return { text, tone: Math.abs(change) < NOISE ? 'same' : tone };
}
