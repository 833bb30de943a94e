/** The figures of delivery from events, by the formulae of docs/insights.md. Pure. */
import type { TimelineEvent } from '../model/event.ts';
import type {
  CountedEvent,
  CountedEvents,
  DeliveryCell,
  DeliveryFigures,
  EventName,
  FailedDeployment,
  Figure,
  Spread,
} from '../model/insight.ts';
import { parseEventTime } from '../model/time.ts';
import { quantileOf } from '../statistics/describe.ts';

export const DAY_MS = 86_400_000;
/** How long after a deployment a failure counts as its own. */
export const FAILURE_MS = DAY_MS;
/** Fewer than these say nothing. */
const LEAST_DEPLOYMENTS = 5;
const LEAST_RECOVERIES = 3;

export const DELIVERY_TYPES = ['deployment', 'rollback', 'incident', 'incident-resolved'] as const;

export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Delivery {
  readonly figures: DeliveryFigures;
  readonly failed: readonly FailedDeployment[];
  readonly cells: readonly DeliveryCell[];
  readonly counted: CountedEvents;
  /** The figures of a part of the period. */
  within(part: Period): DeliveryFigures;
}

interface Judged {
  readonly deployment: TimelineEvent;
  readonly failure: TimelineEvent | null;
  readonly recovery: TimelineEvent | null;
  /** It came within a day behind a failed one of the same cell, to repair it. */
  readonly isRework: boolean;
}

/** `events` in the order of time, from a day before the period to a day behind it. */
export function deliveryOf(events: readonly TimelineEvent[], period: Period): Delivery {
  const judged = [...groupByCell(events).values()].flatMap(judgeCell).filter(isWithin(period));
  return {
    figures: figuresOf(judged, period),
    failed: judged.flatMap(toFailed),
    cells: cellsOf(judged, period),
    counted: countedOf(judged),
    within: (part) => figuresOf(judged.filter(isWithin(part)), part),
  };
}

function isWithin({ from, to }: Period): (one: Judged) => boolean {
  return ({ deployment: { time } }) => time >= from && time <= to;
}

function cellOf({ source, subject }: TimelineEvent): string {
  return JSON.stringify([source, subject]);
}

function groupByCell(events: readonly TimelineEvent[]): Map<string, TimelineEvent[]> {
  const cells = new Map<string, TimelineEvent[]>();
  for (const event of events) {
    const key = cellOf(event);
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [event]);
    else known.push(event);
  }
  return cells;
}

/** A failure belongs to the newest deployment before it, within a day. */
function judgeCell(events: readonly TimelineEvent[]): Judged[] {
  const judged: Judged[] = [];
  for (const [index, deployment] of events.entries()) {
    if (deployment.type !== 'deployment') continue;
    const failure = failureBehind(events, index);
    const last = judged.at(-1)?.failure ?? null;
    judged.push({
      deployment,
      failure: failure === null ? null : (events[failure] ?? null),
      recovery: failure === null ? null : recoveryOf(events, failure),
      isRework: last !== null && deployment.time <= last.time + FAILURE_MS,
    });
  }
  return judged;
}

/** The place of the first failure between a deployment and the next one, within a day. */
function failureBehind(events: readonly TimelineEvent[], index: number): number | null {
  const latest = (events[index]?.time ?? 0) + FAILURE_MS;
  for (let place = index + 1; place < events.length; place += 1) {
    const event = events[place];
    if (event === undefined || event.type === 'deployment' || event.time > latest) return null;
    if (isFailure(event)) return place;
  }
  return null;
}

function isFailure({ type }: TimelineEvent): boolean {
  return type === 'rollback' || type === 'incident';
}

/** A rollback is its own recovery; an incident ends by its resolution, a rollback or a deployment. */
function recoveryOf(events: readonly TimelineEvent[], failure: number): TimelineEvent | null {
  const failed = events[failure];
  if (failed === undefined || failed.type === 'rollback') return failed ?? null;
  for (let place = failure + 1; place < events.length; place += 1) {
    const event = events[place];
    if (event !== undefined && event.type !== 'incident') return event;
  }
  return null;
}

function figuresOf(judged: readonly Judged[], { from, to }: Period): DeliveryFigures {
  const n = judged.length;
  const failed = judged.flatMap(toFailed);
  const days = (to - from) / DAY_MS;
  const leads = judged.flatMap(({ deployment }) => leadSeconds(deployment));
  const recoveries = failed.flatMap(({ recoverySeconds }) => recoverySeconds ?? []);
  const enough = (value: number): Figure =>
    n >= LEAST_DEPLOYMENTS
      ? { value, n, missing: null }
      : { value: null, n, missing: few(n, LEAST_DEPLOYMENTS, 'deployments') };
  return {
    deployments: n,
    frequency: enough(n / days),
    leadTime: spreadOf(leads, LEAST_DEPLOYMENTS, 'deployments with data.commitTime'),
    changeFailureRate: enough(failed.length / n),
    recoveryTime: spreadOf(recoveries, LEAST_RECOVERIES, 'failed deployments with a recovery'),
    reworkRate: enough(judged.filter(({ isRework }) => isRework).length / n),
  };
}

function few(n: number, least: number, what: string): string {
  return `not enough data: ${n} ${what}, it takes ${least}`;
}

function spreadOf(seconds: readonly number[], least: number, what: string): Spread {
  const n = seconds.length;
  if (n < least) return { median: null, p90: null, n, missing: few(n, least, what) };
  return { median: quantileOf(seconds, 0.5), p90: quantileOf(seconds, 0.9), n, missing: null };
}

/** From the commit to the deployment; none where the commit is said to be later. */
function leadSeconds({ data, time }: TimelineEvent): number[] {
  const commit = data !== null && Object.hasOwn(data, 'commitTime') ? data['commitTime'] : null;
  if (typeof commit !== 'string') return [];
  const read = parseEventTime(commit);
  return read.kind === 'at' && read.ms <= time ? [(time - read.ms) / 1000] : [];
}

function toFailed({ deployment, failure, recovery }: Judged): FailedDeployment[] {
  if (failure === null) return [];
  return [
    {
      deployment: nameOf(deployment),
      failure: nameOf(failure),
      recovery: recovery === null ? null : nameOf(recovery),
      recoverySeconds: recovery === null ? null : (recovery.time - deployment.time) / 1000,
    },
  ];
}

function nameOf({ id, source, type, time }: TimelineEvent): EventName {
  return { id, source, type, time: new Date(time).toISOString() };
}

function countedOf(judged: readonly Judged[]): CountedEvents {
  return {
    leadTime: judged.flatMap(({ deployment }) =>
      leadSeconds(deployment).map((seconds) => toCounted(deployment, seconds)),
    ),
    reworkRate: judged.flatMap(({ deployment, isRework }) =>
      isRework ? [toCounted(deployment, null)] : [],
    ),
  };
}

function toCounted(event: TimelineEvent, seconds: number | null): CountedEvent {
  const { subject, version } = event;
  return { ...nameOf(event), subject, version, seconds };
}

function cellsOf(judged: readonly Judged[], period: Period): DeliveryCell[] {
  const cells = new Map<string, Judged[]>();
  for (const one of judged) {
    const key = cellOf(one.deployment);
    const known = cells.get(key);
    if (known === undefined) cells.set(key, [one]);
    else known.push(one);
  }
  return [...cells.values()]
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const { source, subject } = first.deployment;
      const failed = own.filter(({ failure }) => failure !== null).length;
      const figures = figuresOf(own, period);
      return [{ source, subject, deployments: own.length, failed, figures }];
    })
    .sort((one, other) => other.deployments - one.deployments);
}
