/** The place of an event in the timeline. */
export interface Key {
  /** ms since the Unix epoch. */
  readonly time: number;
  readonly seq: number;
}

/** Rows of one index entry, in the timeline's order. */
export interface Stream<Row extends Key> {
  /** No row comes before this time (in the order of reading), ms. */
  readonly bound: number;
  read(start: Key, count: number): readonly Row[];
}

/** Rows fetched from a stream at a time, beyond the one that is needed. */
const READ_AHEAD = 4;

interface Head<Row extends Key> {
  readonly stream: Stream<Row>;
  /** The stream has nothing before this key. */
  bound: Key;
  /** Undefined until the stream had to be read. */
  rows: Row[] | undefined;
  isLast: boolean;
}

/**
 * The first `count` rows behind `start` over all streams, each stream being read only when its
 * bound comes up: streams whose rows lie elsewhere in time cost nothing.
 */
export function mergeStreams<Row extends Key>(
  streams: readonly Stream<Row>[],
  order: 'asc' | 'desc',
  start: Key,
  count: number,
): Row[] {
  const sign = order === 'desc' ? -1 : 1;
  const isBefore = (a: Key, b: Key): boolean =>
    sign * (a.time === b.time ? a.seq - b.seq : a.time - b.time) < 0;
  const heads = new Set<Head<Row>>();
  for (const stream of streams) {
    const bound = { time: stream.bound, seq: -sign * Number.MAX_SAFE_INTEGER };
    heads.add({
      stream,
      bound: isBefore(bound, start) ? start : bound,
      rows: undefined,
      isLast: false,
    });
  }
  const merged: Row[] = [];
  while (merged.length < count) {
    const head = firstOf(heads, isBefore);
    if (head === undefined) break;
    const row = head.rows?.shift();
    if (row !== undefined) merged.push(row);
    if (!advance(head, row ?? start)) heads.delete(head);
  }
  return merged;
}

function firstOf<Row extends Key>(
  heads: ReadonlySet<Head<Row>>,
  isBefore: (a: Key, b: Key) => boolean,
): Head<Row> | undefined {
  let first: Head<Row> | undefined;
  for (const head of heads) {
    if (first === undefined || isBefore(head.bound, first.bound)) first = head;
  }
  return first;
}

/** Puts the head on its next row, reading on behind `last`; false when there is none. */
function advance<Row extends Key>(head: Head<Row>, last: Key): boolean {
  if (head.rows === undefined || (head.rows.length === 0 && !head.isLast)) {
    const count = head.rows === undefined ? 1 + READ_AHEAD : 4 * READ_AHEAD;
    head.rows = [...head.stream.read(last, count)];
    head.isLast = head.rows.length < count;
  }
  const [next] = head.rows;
  if (next === undefined) return false;
  head.bound = next;
  return true;
}
