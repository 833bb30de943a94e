/** What the insights view shows, as the address says it. Pure. */

export const RANGES = [
  { from: '-7d', label: '7d', name: 'last 7 days' },
  { from: '-30d', label: '30d', name: 'last 30 days' },
  { from: '-90d', label: '90d', name: 'last 90 days' },
  { from: '-365d', label: '1y', name: 'last year' },
] as const;
export type RangeStart = (typeof RANGES)[number]['from'];

export interface InsightsState {
  readonly from: RangeStart;
  /** Empty: all. */
  readonly subject: string;
  readonly source: string;
}

const DEFAULT_FROM: RangeStart = '-30d';

export function readInsights(query: URLSearchParams): InsightsState {
  const from = query.get('from');
  return {
    from: RANGES.find((one) => one.from === from)?.from ?? DEFAULT_FROM,
    subject: query.get('subject') ?? '',
    source: query.get('source') ?? '',
  };
}

/** What is not the usual is in the address; the rest of the query stays. */
export function writeInsights(state: InsightsState, query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  const usual = { from: DEFAULT_FROM, subject: '', source: '' };
  for (const name of ['from', 'subject', 'source'] as const) {
    if (state[name] === usual[name]) next.delete(name);
    else next.set(name, state[name]);
  }
  return next;
}
