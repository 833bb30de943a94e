import { expect } from 'chai';
import { type Key, mergeStreams, type Stream } from '../../../../backend/store/sqlite/merge.ts';
import { createRandom } from '../../../../bench/dataset.ts';

type Order = 'asc' | 'desc';

interface Row extends Key {
  readonly stream: number;
}

const BEGINNING = {
  desc: { time: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER },
  asc: { time: Number.MIN_SAFE_INTEGER, seq: Number.MIN_SAFE_INTEGER },
};

function sorted<One extends Key>(rows: readonly One[], order: Order): One[] {
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => sign * (a.time - b.time || a.seq - b.seq));
}

function isBehind(key: Key, start: Key, order: Order): boolean {
  const difference = key.time - start.time || key.seq - start.seq;
  return order === 'asc' ? difference > 0 : difference < 0;
}

interface TestStream extends Stream<Row> {
  readonly reads: { readonly start: Key; readonly count: number }[];
}

/** A stream over rows in memory, which notes what is read; its bound is its first row or earlier. */
function streamOf(rows: readonly Row[], order: Order, slack = 0): TestStream {
  const all = sorted(rows, order);
  const reads: TestStream['reads'] = [];
  const first = all[0]?.time ?? 0;
  return {
    reads,
    bound: order === 'asc' ? first - slack : first + slack,
    read: (start, count) => {
      reads.push({ start, count });
      return all.filter((row) => isBehind(row, start, order)).slice(0, count);
    },
  };
}

function rowsOf(stream: number, keys: readonly (readonly [number, number])[]): Row[] {
  return keys.map(([time, seq]) => ({ time, seq, stream }));
}

describe('mergeStreams', () => {
  it('gives what sorting gives, for any streams, from any start and of any length', () => {
    const random = createRandom(23);
    const whole = (below: number) => Math.floor(random() * below);
    for (let round = 0; round < 400; round += 1) {
      const order: Order = random() < 0.5 ? 'asc' : 'desc';
      const streamCount = whole(7);
      const span = 1 + whole(60);
      const rows = Array.from({ length: whole(90) }, (_, index) => ({
        time: whole(span) - 20,
        seq: index + 1,
        stream: whole(streamCount),
      }));
      const streams = Array.from({ length: streamCount }, (_, number) =>
        streamOf(
          rows.filter(({ stream }) => stream === number),
          order,
          whole(10),
        ),
      );
      const start = random() < 0.5 ? BEGINNING[order] : { time: whole(span) - 20, seq: whole(90) };
      const count = whole(40);
      const own = rows.filter(({ stream }) => stream < streamCount);
      const expected = sorted(own, order).filter((row) => isBehind(row, start, order));
      expect(mergeStreams(streams, order, start, count), `round ${round}`).to.deep.equal(
        expected.slice(0, count),
      );
    }
  });

  for (const order of ['asc', 'desc'] as const) {
    it(`goes by receipt where the time is the same, ${order}`, () => {
      const one = rowsOf(0, [
        [7, 1],
        [7, 4],
      ]);
      const other = rowsOf(1, [
        [7, 2],
        [7, 3],
      ]);
      const streams = [streamOf(one, order), streamOf(other, order)];
      const merged = mergeStreams(streams, order, BEGINNING[order], 9);
      expect(merged.map(({ seq }) => seq)).to.deep.equal(
        order === 'asc' ? [1, 2, 3, 4] : [4, 3, 2, 1],
      );
    });
  }

  it('gives nothing without streams, without rows, and for a count of nothing', () => {
    const empty = streamOf([], 'desc');
    const full = streamOf(rowsOf(0, [[1, 1]]), 'desc');
    expect(mergeStreams([], 'desc', BEGINNING.desc, 5)).to.deep.equal([]);
    expect(mergeStreams([empty], 'desc', BEGINNING.desc, 5)).to.deep.equal([]);
    expect(mergeStreams([full], 'desc', BEGINNING.desc, 0)).to.deep.equal([]);
    expect(full.reads).to.deep.equal([]);
  });

  it('does not read streams whose rows lie elsewhere in time', () => {
    const near = streamOf(
      rowsOf(0, [
        [100, 5],
        [99, 4],
        [98, 3],
      ]),
      'desc',
    );
    const far = Array.from({ length: 50 }, (_, index) =>
      streamOf(rowsOf(index + 1, [[index, 1]]), 'desc'),
    );
    const merged = mergeStreams([...far, near], 'desc', BEGINNING.desc, 3);
    expect(merged.map(({ time }) => time)).to.deep.equal([100, 99, 98]);
    expect(far.filter(({ reads }) => reads.length > 0)).to.deep.equal([]);
  });

  it('reads a stream a few rows at a time, each once', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => [index, index] as const);
    const stream = streamOf(rowsOf(0, keys), 'asc');
    const merged = mergeStreams([stream], 'asc', BEGINNING.asc, 30);
    expect(merged.map(({ seq }) => seq)).to.deep.equal(keys.slice(0, 30).map(([seq]) => seq));
    const asked = stream.reads.reduce((sum, { count }) => sum + count, 0);
    expect(asked).to.be.within(30, 60);
    const starts = stream.reads.map(({ start }) => start.seq);
    expect(new Set(starts).size).to.equal(starts.length);
  });
});
