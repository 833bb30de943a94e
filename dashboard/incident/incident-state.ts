/** What the incident view shows, as the address says it. Pure. */
import { WINDOWS, type Window } from '../../backend/model/impact.ts';

export interface IncidentState {
  /** ISO 8601, or `now`. */
  readonly at: string;
  /** Empty for all of them. */
  readonly subject: string;
  readonly source: string;
  readonly window: Window;
}

const DEFAULT_LOOKBACK: Window = '24h';
const NOW = 'now';

export function readIncident(query: URLSearchParams): IncidentState {
  const window = query.get('window');
  return {
    at: query.get('at') || NOW,
    subject: query.get('subject') ?? '',
    source: query.get('source') ?? '',
    window: WINDOWS.find((one) => one === window) ?? DEFAULT_LOOKBACK,
  };
}

/** What is not the usual is in the address; the rest of the query stays. */
export function writeIncident(state: IncidentState, query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  const usual = { at: NOW, subject: '', source: '', window: DEFAULT_LOOKBACK };
  for (const name of ['at', 'subject', 'source', 'window'] as const) {
    if (state[name] === usual[name]) next.delete(name);
    else next.set(name, state[name]);
  }
  return next;
}
