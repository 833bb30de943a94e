/** Which change is the likely cause of what is seen at a moment: points, and a reason for each. */
import { type Severity, type TimelineEvent, toStoredEvent } from '../model/event.ts';
import { type Window, windowMs } from '../model/impact.ts';
import type { Cause, CauseReason } from '../model/insight.ts';
import type { EventStore } from '../store/port.ts';
import type { ImpactService } from './impact.ts';
import { otherChanges } from './overlap.ts';
import { toMoment } from './range.ts';

export interface CausesRequest {
  readonly at: string;
  readonly timezone?: string | undefined;
  readonly subject?: string | undefined;
  readonly source?: string | undefined;
  readonly window: Window;
}

export interface CausesAnswer {
  /** ms. */
  readonly at: number;
  /** Most likely first. */
  readonly causes: readonly Cause[];
  /** Changes that were looked at. */
  readonly considered: number;
}

export interface Causes {
  /** Ranks the changes before a moment. Rejects times that are none with VALIDATION_ERROR. */
  find(organization: string, request: CausesRequest): Promise<CausesAnswer>;
}

export interface CausesDependencies {
  readonly events: Pick<EventStore, 'page'>;
  readonly impact: Pick<ImpactService, 'ofEvent'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

const CONSIDERED = 500;
const LISTED = 10;
/** Those whose metrics are looked at: the others cannot win by it. */
const MEASURED = 5;
const MINUTE_MS = 60_000;
const ROLLBACK_MS = 86_400_000;

const TIME_POINTS = 40;
/** After this many minutes a change has half of the points for its time. */
const HALF_LIFE_MINUTES = 60;
const PLACE_POINTS = { cell: 25, source: 15, subject: 15 } as const;
const SEVERITY_POINTS: Readonly<Record<Severity, number>> = {
  LOW: 0,
  MINOR: 3,
  MAJOR: 7,
  CRITICAL: 10,
};
const ROLLBACK_POINTS = 15;
const IMPACT_POINTS = 10;

export function createCauses({ events, impact, clock }: CausesDependencies): Causes {
  /** The metrics that a change made worse; none where they say nothing. */
  const harmOf = async (organization: string, { id, source }: TimelineEvent) => {
    const found = await impact.ofEvent(organization, id, { source, window: '1h' });
    return found.impact.metrics
      .filter(({ verdict }) => verdict === 'degraded')
      .map(({ metric }) => metric);
  };
  return {
    find: async (organization, request) => {
      const at = toMoment('at', request.at, request.timezone, clock());
      const page = await events.page(organization, {
        filter: { from: at - windowMs(request.window), to: at },
        ...{ order: 'desc', limit: CONSIDERED },
      });
      const rollbacks = await events.page(organization, {
        filter: { type: ['rollback'], from: at - windowMs(request.window), to: at + ROLLBACK_MS },
        ...{ order: 'asc', limit: CONSIDERED },
      });
      const changes = otherChanges(page.events, null).filter((one) => isNear(one, request));
      const ranked = changes
        .map((event) => {
          const rollback = rollbackOf(event, rollbacks.events, changes);
          return rank(event, [...reasonsFor(event, at, request, rollback)]);
        })
        .sort((one, other) => other.score - one.score);
      const measured: Cause[] = [];
      for (const { event, reasons } of ranked.slice(0, MEASURED)) {
        const harmed = await harmOf(organization, event);
        measured.push(toCause(rank(event, [...reasons, ...harmReason(harmed)])));
      }
      const rest = ranked.slice(MEASURED, LISTED).map(toCause);
      const causes = [...measured, ...rest].sort((one, other) => other.score - one.score);
      return { at, causes, considered: changes.length };
    },
  };
}

/** Another environment is no place for a cause, unless it is the same system. */
function isNear(event: TimelineEvent, { subject, source }: CausesRequest): boolean {
  if (subject === undefined || event.subject === null || event.subject === subject) return true;
  return source !== undefined && event.source === source;
}

function* reasonsFor(
  event: TimelineEvent,
  at: number,
  { subject, source }: CausesRequest,
  rollback: TimelineEvent | undefined,
): Generator<CauseReason> {
  const minutes = Math.round((at - event.time) / MINUTE_MS);
  const points = TIME_POINTS * 0.5 ** ((at - event.time) / MINUTE_MS / HALF_LIFE_MINUTES);
  yield { points, text: `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} before` };
  const isSameSubject = subject !== undefined && event.subject === subject;
  const isSameSource = source !== undefined && event.source === source;
  if (isSameSubject && isSameSource) {
    yield { points: PLACE_POINTS.cell, text: 'same source and subject' };
  } else if (isSameSource) yield { points: PLACE_POINTS.source, text: 'same source' };
  else if (isSameSubject) yield { points: PLACE_POINTS.subject, text: 'same subject' };
  if (event.severity !== null && SEVERITY_POINTS[event.severity] > 0) {
    yield { points: SEVERITY_POINTS[event.severity], text: `severity ${event.severity}` };
  }
  if (rollback !== undefined) {
    const later = Math.round((rollback.time - event.time) / MINUTE_MS);
    yield { points: ROLLBACK_POINTS, text: `rolled back ${later} minutes later` };
  }
}

/** The rollback that took a deployment back: the next one of its cell, with no deployment between. */
function rollbackOf(
  event: TimelineEvent,
  rollbacks: readonly TimelineEvent[],
  changes: readonly TimelineEvent[],
): TimelineEvent | undefined {
  if (event.type === 'rollback') return undefined;
  const isOfCell = (one: TimelineEvent): boolean =>
    one.source === event.source && one.subject === event.subject && one.time > event.time;
  const rollback = rollbacks.find(isOfCell);
  if (rollback === undefined || rollback.time > event.time + ROLLBACK_MS) return undefined;
  const isReplaced = changes.some(
    (one) => one.type === 'deployment' && isOfCell(one) && one.time < rollback.time,
  );
  return isReplaced ? undefined : rollback;
}

function harmReason(harmed: readonly string[]): CauseReason[] {
  const [first, ...others] = harmed;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [{ points: IMPACT_POINTS, text: `${first}${more} got worse after it` }];
}

interface Ranked {
  readonly event: TimelineEvent;
  readonly score: number;
  readonly reasons: readonly CauseReason[];
}

function rank(event: TimelineEvent, reasons: readonly CauseReason[]): Ranked {
  return { event, reasons, score: reasons.reduce((sum, { points }) => sum + points, 0) };
}

function toCause({ event, score, reasons }: Ranked): Cause {
  return {
    event: toStoredEvent(event),
    score: Math.round(score),
    reasons: reasons.map(({ points, text }) => ({ points: Math.round(points), text })),
  };
}
