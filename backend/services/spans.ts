/** Which times count as before and as after a change. Pure. */
import type { TimelineEvent } from '../model/event.ts';
import type { Span } from '../model/impact.ts';

/** What is left out behind a change: caches fill, instances start. */
export const SETTLE_MS = 300_000;
/** How far back the beginning of an operation is believed. */
const LONGEST_OPERATION_MS = 86_400_000;
/** A time after that is shorter than this carries no verdict. */
const LEAST_AFTER_MS = 900_000;

/** `time` is the end of the change, `start` its beginning; `length` of a window, all in ms. */
export function spansAround(
  time: number,
  length: number,
  start: number,
): { before: Span; after: Span } {
  return {
    before: { from: start - length, to: start - 1 },
    after: { from: time + SETTLE_MS, to: time + SETTLE_MS + length },
  };
}

/** An event tells of its end; while the operation ran, metrics were neither before nor after. */
export function startOf({ time, data }: TimelineEvent): number {
  const lasted = data !== null && Object.hasOwn(data, 'durationMs') ? data['durationMs'] : 0;
  const isBelievable = typeof lasted === 'number' && lasted > 0 && lasted <= LONGEST_OPERATION_MS;
  return isBelievable ? time - Math.ceil(lasted) : time;
}

/**
 * What was taken back was at work only until then: the calm behind a rollback would speak for it, and
 * the two levels would pass for a series that depends on itself.
 */
export function untilRollback(
  after: Span,
  events: readonly TimelineEvent[],
  event: TimelineEvent | null,
): Span {
  if (event === null) return after;
  const ends = events
    .filter(({ type, source, subject, time }) => {
      const isOfCell = source === event.source && subject === event.subject;
      return type === 'rollback' && isOfCell && time > event.time && time <= after.to;
    })
    .map((rollback) => startOf(rollback) - 1)
    .filter((end) => end - after.from >= LEAST_AFTER_MS);
  return { from: after.from, to: Math.min(after.to, ...ends) };
}
