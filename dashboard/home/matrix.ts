/** What runs in each cell, as messages change it. Pure. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { STATE_TYPES } from '../../backend/model/query.ts';
import type { Message } from '../messages.ts';
import type { ApiError } from '../requests.ts';

/** The event behind each cell, by `cellKey`. */
export type Cells = ReadonlyMap<string, StoredEvent>;

/** Changes of the past, which say in what order versions came. */
export interface History {
  readonly events: readonly StoredEvent[];
  /** How far back they reach, ISO 8601; empty for all the way. */
  readonly start: string;
}

export interface Matrix {
  /** The moment that is shown, in the words of the address; empty for now. */
  readonly at: string;
  /** The same in ms, as the server understood it; null for now. */
  readonly moment: number | null;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: ApiError | null;
  readonly cells: Cells;
  /** The cells that the live feed has changed since they were asked for. */
  readonly changed: ReadonlySet<string>;
  readonly history: History;
}

/** Nobody looks at one page for long enough to need more. */
const MAX_HISTORY = 5000;
/** Nothing is known of the past. */
const NO_HISTORY: History = { events: [], start: '9999' };

export const NEW_MATRIX: Matrix = {
  at: '',
  moment: null,
  status: 'loading',
  error: null,
  cells: new Map(),
  changed: new Set(),
  history: NO_HISTORY,
};

export function cellKey({ source, subject }: Pick<StoredEvent, 'source' | 'subject'>): string {
  return JSON.stringify([source, subject]);
}

export function applyToMatrix(matrix: Matrix, message: Message): Matrix {
  switch (message.kind) {
    case 'state-started':
      return start(matrix, message.at);
    case 'state-loaded':
      return load(matrix, message.events, message.moment);
    case 'state-failed':
      return { ...matrix, status: 'failed', error: message.error, cells: new Map() };
    case 'history-loaded':
      return { ...matrix, history: { events: message.events, start: message.start } };
    case 'events':
      // A moment of the past stands still: what is recorded late is there when it is asked for again.
      return matrix.at === '' ? receive(matrix, message.events) : matrix;
    default:
      return matrix;
  }
}

function start(matrix: Matrix, at: string): Matrix {
  const history = at === matrix.at ? matrix.history : NO_HISTORY;
  return { ...matrix, at, history, status: 'loading', changed: new Set() };
}

function load(matrix: Matrix, events: readonly StoredEvent[], moment: number): Matrix {
  const loaded: Matrix = {
    ...matrix,
    status: 'ready',
    error: null,
    moment: matrix.at === '' ? null : moment,
    cells: new Map(events.map((event) => [cellKey(event), event])),
    changed: new Set(),
  };
  // What came over the feed while the answer was on its way.
  const meanwhile = [...matrix.changed].flatMap((key) => matrix.cells.get(key) ?? []);
  return receive(loaded, meanwhile);
}

/** `events` in the order in which they were stored. */
function receive(matrix: Matrix, events: readonly StoredEvent[]): Matrix {
  const changes = events.filter(({ type }) => STATE_TYPES.some((one) => one === type));
  if (changes.length === 0) return matrix;
  const cells = new Map(matrix.cells);
  const changed = new Set(matrix.changed);
  for (const event of changes) {
    const key = cellKey(event);
    if (!isLater(event, cells.get(key))) continue;
    cells.set(key, event);
    changed.add(key);
  }
  const { events: past, start: reach } = matrix.history;
  const history = { events: [...past, ...changes].slice(-MAX_HISTORY), start: reach };
  return { ...matrix, cells, changed, history };
}

/** By event time, whenever it arrived; of equal times the one that was stored later. */
function isLater(event: StoredEvent, than: StoredEvent | undefined): boolean {
  if (than === undefined) return true;
  if (event.id === than.id) return false;
  if (event.time !== than.time) return event.time > than.time;
  return event.createdAt >= than.createdAt;
}
