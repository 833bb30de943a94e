/** Ranges of time around the one that is shown. Pure. */
import type { Summary } from './api.ts';
import { toEventFilter, type ViewState } from './url-state.ts';

/** As an address has it: see `ViewState`. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** ms. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The range with both ends, an open one by its events; null where there are none. `now` in ms. */
export function spanOf(view: ViewState, summary: Summary | null, now: number): Span | null {
  const { from, to } = toEventFilter(view, now);
  const first = summary?.from == null ? undefined : Date.parse(summary.from);
  const start = from ?? first;
  return start === undefined ? null : { start, end: Math.max(start, to ?? now) };
}

/** Twice as long, around the same middle; what would reach into the future is open. */
export function zoomedOut({ start, end }: Span, now: number): Range {
  const half = Math.max(1, end - start) / 2;
  return toRange({ start: start - half, end: end + half }, now);
}

/** The stretch of the same length before or behind it. */
export function shifted({ start, end }: Span, direction: 1 | -1, now: number): Range {
  const length = Math.max(1, end - start);
  return toRange({ start: start + direction * length, end: end + direction * length }, now);
}

/** What begins in the future shows nothing: it ends now instead. */
export function toRange({ start, end }: Span, now: number): Range {
  const isOpen = end >= now;
  const from = isOpen && start >= now ? now - (end - start) : start;
  return { from: iso(from), to: isOpen ? '' : iso(end) };
}

/** The same for good: nothing in it depends on when or by whom it is opened. `now` in ms. */
export function freezeView(view: ViewState, now: number, zone: string): ViewState {
  const { from, to = now } = toEventFilter(view, now);
  return { ...view, from: from === undefined ? '' : iso(from), to: iso(to), zone };
}

function iso(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
