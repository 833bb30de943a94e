import { expect } from 'chai';
import { NOTHING_KEPT, readKept, refreshKept, toggleView } from '../../dashboard/kept.ts';

const view = (id: string, over: object = {}) => ({
  id,
  name: id,
  address: `/timeline?x=${id}`,
  ...over,
});

describe('What a browser makes of saved views', () => {
  it('is read back, and nothing else than that', () => {
    const kept = { home: view('a'), pinned: [view('a'), view('b')], watched: [] };
    expect(readKept(JSON.stringify(kept))).to.deep.equal(kept);
    for (const text of [null, '', '[]', '{', 'null', '{"pinned":1,"home":[],"watched":{}}']) {
      expect(readKept(text), String(text)).to.deep.equal(NOTHING_KEPT);
    }
  });

  it('leads nowhere else, whatever was written into it', () => {
    const addresses = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:1',
      7,
    ];
    const pinned = addresses.map((address) => view('x', { address }));
    expect(readKept(JSON.stringify({ home: pinned[0], pinned }))).to.deep.equal(NOTHING_KEPT);
  });

  it('follows names and addresses, and drops what is gone', () => {
    const kept = { home: view('gone'), pinned: [view('a'), view('gone')], watched: [view('b')] };
    const now = [view('a', { name: 'A' }), view('b', { address: '/' }), view('c')];
    expect(refreshKept(kept, now)).to.deep.equal({
      home: null,
      pinned: [now[0]],
      watched: [now[1]],
    });
  });

  it('is switched on and off', () => {
    expect(toggleView([], view('a'))).to.deep.equal([view('a')]);
    expect(toggleView([view('a'), view('b')], view('a', { name: 'other' }))).to.deep.equal([
      view('b'),
    ]);
  });
});
