import { expect } from 'chai';
import type { JsonObject } from '../../backend/model/event.ts';
import { differences, markDifference } from '../../dashboard/details/diff.ts';

const lines = (before: JsonObject | null, after: JsonObject | null) =>
  differences(before, after).map(({ kind, path, ...values }) => [
    kind,
    path,
    values.before,
    values.after,
  ]);

describe('what changed between two events', () => {
  it('names what was added, removed and changed by its place', () => {
    expect(
      lines(
        { image: { tag: '1', os: 'a' }, hosts: ['x', 'y', 'z'], gone: 1, same: { a: [1] } },
        { image: { tag: '2', os: 'a' }, hosts: ['x', 'w'], same: { a: [1] }, 'new one': null },
      ),
    ).to.deep.equal([
      ['changed', 'image.tag', '1', '2'],
      ['changed', 'hosts[1]', 'y', 'w'],
      ['removed', 'hosts[2]', 'z', undefined],
      ['added', '["new one"]', undefined, null],
      ['removed', 'gone', 1, undefined],
    ]);
  });

  it('compares values of other kinds as a whole, and nothing with nothing', () => {
    expect(lines({ a: [1], b: {}, c: null }, { a: { 0: 1 }, b: 'x', c: 0 })).to.deep.equal([
      ['changed', 'a', [1], { 0: 1 }],
      ['changed', 'b', {}, 'x'],
      ['changed', 'c', null, 0],
    ]);
    expect(lines(null, null)).to.deep.equal([]);
    expect(lines(null, { a: 1 })).to.deep.equal([['added', 'a', undefined, 1]]);
  });

  it('takes names that mean something to JavaScript for names', () => {
    const hostile = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as JsonObject;
    expect(lines({}, hostile)).to.deep.equal([
      ['added', '__proto__', undefined, { a: 1 }],
      ['added', 'constructor', undefined, 2],
    ]);
    expect(lines(hostile, hostile)).to.deep.equal([]);
  });

  it('marks where two texts differ, and cuts no character in two', () => {
    expect(markDifference('v2.8.0', 'v2.9.0')).to.deep.equal({
      before: { start: 'v2.', middle: '8', end: '.0' },
      after: { start: 'v2.', middle: '9', end: '.0' },
    });
    expect(markDifference('aa 😀', 'aa 😁')?.before.middle).to.equal('😀');
    expect(markDifference('aaa', 'aaaa')?.after).to.deep.equal({
      start: 'aaa',
      middle: 'a',
      end: '',
    });
    expect(markDifference('Release 8', 'Retry captures')).to.equal(null);
  });
});
