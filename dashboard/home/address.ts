/** What the matrix shows, as its query string says it. Pure. */
import { parseQueryTime } from '../../backend/model/time.ts';

export interface HomeState {
  /** Text that a system, a version or a person holds; empty for all. */
  readonly find: string;
  /** A moment of the past: ISO 8601 with an offset, or a reach such as `-24h`; empty for now. */
  readonly at: string;
  /** Only systems of which environments differ. */
  readonly isDriftOnly: boolean;
  /** Two environments to hold against each other. */
  readonly compare: readonly [string, string] | null;
}

export const PLAIN_HOME: HomeState = { find: '', at: '', isDriftOnly: false, compare: null };

/** What it does not know or cannot use is left out. `now` in ms. */
export function readHomeState(parameters: URLSearchParams, now: number): HomeState {
  const [first, second] = parameters.getAll('compare');
  const isPair = first !== undefined && second !== undefined && first !== second;
  return {
    find: parameters.get('find') ?? '',
    at: readMoment(parameters.get('at') ?? '', now),
    isDriftOnly: parameters.get('drift') === 'only',
    compare: isPair ? [first, second] : null,
  };
}

/** The query with another state of the matrix; what else it holds, such as the open event, stays. */
export function writeHomeState(parameters: URLSearchParams, state: HomeState): URLSearchParams {
  const next = new URLSearchParams();
  if (state.find !== '') next.set('find', state.find);
  if (state.at !== '') next.set('at', state.at);
  if (state.isDriftOnly) next.set('drift', 'only');
  for (const name of state.compare ?? []) next.append('compare', name);
  for (const [name, value] of parameters) {
    if (!NAMES.includes(name)) next.append(name, value);
  }
  return next;
}

const NAMES = ['find', 'at', 'drift', 'compare'];

function readMoment(text: string, now: number): string {
  if (text === '') return '';
  const time = parseQueryTime(text, { now, edge: 'end' });
  return time.kind === 'at' && time.ms < now ? text : '';
}
