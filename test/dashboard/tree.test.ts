import { expect } from 'chai';
import type { JsonObject } from '../../backend/model/event.ts';
import {
  MOST_MEMBERS,
  moveInTree,
  openAtFirst,
  sizeOf,
  visibleNodes,
} from '../../dashboard/details/tree.ts';

const DATA = JSON.parse(
  '{"image": {"tag": "2", "layers": [1, {"id": 7}]}, "status": "ok", "none": {}, "__proto__": 1}',
) as JsonObject;
const path = (...keys: string[]) => JSON.stringify(keys);

describe('data as a tree', () => {
  it('shows what is open, each row with its place among its siblings', () => {
    const closed = visibleNodes(DATA, new Set());
    expect(closed.map(({ name, isOpen }) => [name, isOpen])).to.deep.equal([
      ['image', false],
      ['status', null],
      ['none', null],
      ['__proto__', null],
    ]);
    const open = visibleNodes(DATA, new Set([path('image'), path('image', 'layers')]));
    expect(
      open.map(({ name, level, position, siblings }) => [name, level, position, siblings]),
    ).to.deep.equal([
      ['image', 1, 1, 4],
      ['tag', 2, 1, 2],
      ['layers', 2, 2, 2],
      ['0', 3, 1, 2],
      ['1', 3, 2, 2],
      ['status', 1, 2, 4],
      ['none', 1, 3, 4],
      ['__proto__', 1, 4, 4],
    ]);
    expect(sizeOf(DATA)).to.equal('{4}');
    expect(sizeOf([1, 2])).to.equal('[2]');
  });

  it('is all open at first when it is small, and never endless', () => {
    expect([...openAtFirst(DATA)]).to.deep.equal([
      path('image'),
      path('image', 'layers'),
      path('image', 'layers', '1'),
    ]);
    const long = { list: Array.from({ length: 5000 }, (_, index) => index), other: 1 };
    expect([...openAtFirst(long)]).to.deep.equal([]);
    expect(visibleNodes(long, new Set([path('list')]))).to.have.length(MOST_MEMBERS + 2);
  });

  it('moves by the keys of a tree', () => {
    const open = new Set([path('image')]);
    const nodes = visibleNodes(DATA, open);
    const press = (at: string, key: string) => moveInTree(nodes, at, key);
    const focus = (...keys: string[]) => ({ kind: 'focus', path: path(...keys) });
    expect(press(path('image'), 'ArrowDown')).to.deep.equal(focus('image', 'tag'));
    expect(press(path('image'), 'ArrowRight')).to.deep.equal(focus('image', 'tag'));
    expect(press(path('image'), 'ArrowLeft')).to.deep.equal({ kind: 'close', path: path('image') });
    expect(press(path('image', 'layers'), 'ArrowLeft')).to.deep.equal(focus('image'));
    expect(press(path('image', 'layers'), 'ArrowRight')).to.deep.equal({
      kind: 'open',
      path: path('image', 'layers'),
    });
    expect(press(path('image', 'tag'), 'ArrowRight')).to.equal(null);
    expect(press(path('status'), 'Home')).to.deep.equal(focus('image'));
    expect(press(path('status'), 'End')).to.deep.equal(focus('__proto__'));
    expect(press(path('image'), 'ArrowUp')).to.equal(null);
    expect(press(path('image'), ' ')).to.deep.equal({ kind: 'close', path: path('image') });
    expect(press(path('status'), 'Enter')).to.equal(null);
    expect(press('gone', 'ArrowDown')).to.equal(null);
  });
});
