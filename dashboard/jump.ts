/** Finds the part of the list around an index or a moment, without reading what lies before it. */
import { BUCKET_MS } from '../backend/model/query.ts';
import type { Api, EventPage, Summary, UpwardContinuation } from './api.ts';
import type { ApiResult } from './requests.ts';
import { toEventFilter, type ViewState } from './url-state.ts';

export interface Landing {
  readonly page: EventPage;
  /** Matching events before the page: exact where a minute holds no more than a few pages. */
  readonly start: number;
  readonly newer: UpwardContinuation | null;
}

export interface Stretch {
  /** Events of the list that are newer. */
  readonly before: number;
  readonly count: number;
  /** ms, the end inclusive. */
  readonly from: number;
  readonly to: number;
}

/** A stretch that holds so many is read from its newest end. */
const PAGES = 4;
const PAGE = 100;
/** Days, hours, minutes: no stretch is cut more often. */
const MAX_CUTS = 3;

/** The bucket that holds the event with this index, counted from the newest. Pure. */
export function stretchAt(summary: Summary, index: number): Stretch | null {
  const length = BUCKET_MS[summary.bucket];
  let before = 0;
  for (const { start, count } of summary.histogram.toReversed()) {
    const from = Date.parse(start);
    if (index < before + count) return { before, count, from, to: from + length - 1 };
    before += count;
  }
  return null;
}

/** `index` from the newest event of `summary`; null where the list is shorter. `now` in ms. */
export async function landAt(
  api: Api,
  view: ViewState,
  summary: Summary,
  index: number,
  signal: AbortSignal,
  now: number,
): Promise<ApiResult<Landing> | null> {
  let stretch = stretchAt(summary, index);
  let bucket = summary.bucket;
  for (let cut = 0; cut < MAX_CUTS && stretch !== null; cut += 1) {
    if (stretch.count <= PAGE || bucket === '1m') break;
    const range = narrowed(view, stretch, now);
    const answer = await api.summary({ ...view, ...range }, signal);
    if (!answer.ok) return answer;
    const inner = stretchAt(answer.value, index - stretch.before);
    if (inner === null) break;
    stretch = { ...inner, before: stretch.before + inner.before };
    bucket = answer.value.bucket;
  }
  if (stretch === null) return null;
  const { to } = narrowed(view, stretch, now);
  return readFrom(api, view, to, { start: stretch.before, index }, signal);
}

/** The newest event up to a moment, and how many come before it. */
export async function landAtTime(
  api: Api,
  view: ViewState,
  moment: number,
  signal: AbortSignal,
): Promise<ApiResult<Landing>> {
  const newer = await api.summary({ ...view, from: iso(moment + 1) }, signal);
  if (!newer.ok) return newer;
  const start = newer.value.total;
  return readFrom(api, view, iso(moment), { start, index: start }, signal);
}

/** Reads pages until the one with the index is there; a minute of thousands is not read through. */
async function readFrom(
  api: Api,
  view: ViewState,
  to: string,
  { start, index }: { readonly start: number; readonly index: number },
  signal: AbortSignal,
): Promise<ApiResult<Landing>> {
  const first = await api.events(view, signal, { to, cursor: null });
  if (!first.ok) return first;
  let page = first.value;
  for (let read = 1; read < PAGES && page.next !== null; read += 1) {
    if (start + page.events.length > index + PAGE / 2) break;
    const more = await api.events(view, signal, page.next);
    if (!more.ok) return more;
    page = { events: [...page.events, ...more.value.events], next: more.value.next };
  }
  const isCovered = index < start + page.events.length;
  const [newest] = page.events;
  const newer = newest === undefined ? null : { from: newest.time, cursor: null };
  const landed = isCovered || page.next === null ? start : index;
  return { ok: true, value: { page, start: landed, newer: landed === 0 ? null : newer } };
}

/** The stretch, within the range of the view. */
function narrowed(view: ViewState, { from, to }: Stretch, now: number) {
  const range = toEventFilter(view, now);
  return {
    from: iso(Math.max(from, range.from ?? from)),
    to: iso(Math.min(to, range.to ?? to)),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
