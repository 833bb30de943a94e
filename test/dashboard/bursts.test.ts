import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { itemIndexOf, itemKey, MAX_BURST, MIN_BURST, toItems } from '../../dashboard/bursts.ts';
import { storedEvent } from './events.ts';

const OPTIONS = { isGrouped: true, expanded: new Set<string>(), hasNewer: false, hasOlder: false };
/** So many alike events of one minute, newest first. */
const run = (count: number, over: Partial<StoredEvent> = {}): StoredEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    ...storedEvent(0, over),
    id: `${over.type}-${over.source}-${count - index}`,
  }));
const shape = (rows: readonly StoredEvent[], options = OPTIONS) =>
  toItems(rows, options).map((item) => (item.kind === 'burst' ? item.burst.events.length : 1));

describe('bursts', () => {
  it('are runs of one type and source within a minute, once they are long enough', () => {
    const billing = run(6, { type: 'config-change', source: 'billing' });
    const shop = run(MIN_BURST - 1, { type: 'config-change', source: 'shop' });
    expect(shape([...billing, ...shop])).to.deep.equal([6, 1, 1, 1, 1]);
    expect(shape([...shop.slice(1), ...billing, ...shop.slice(0, 1)])).to.deep.equal([
      1, 1, 1, 6, 1,
    ]);
    const next = run(6, { type: 'config-change', source: 'billing', time: '2026-01-01T00:00:00Z' });
    expect(shape([...billing, ...next])).to.deep.equal([6, 6]);
  });

  it('can be switched off', () => {
    expect(shape(run(6), { ...OPTIONS, isGrouped: false })).to.deep.equal([1, 1, 1, 1, 1, 1]);
  });

  it('tell the gravest severity, and what all of them share', () => {
    const events = run(6, { severity: 'LOW', subject: 'production' }).map((event, index) =>
      index === 3 ? { ...event, severity: 'MAJOR' as const, version: '2.0' } : event,
    );
    const [item] = toItems(events, OPTIONS);
    expect(item?.kind === 'burst' && item.burst).to.include({
      severity: 'MAJOR',
      subject: 'production',
      version: null,
    });
  });

  it('stand with their events below them when they are expanded, each with a key of its own', () => {
    const rows = run(MAX_BURST + 7, { source: 'a' });
    const [first] = toItems(rows, OPTIONS);
    if (first?.kind !== 'burst') throw new Error('no burst');
    const items = toItems(rows, { ...OPTIONS, expanded: new Set([first.burst.key]) });
    expect(items).to.have.length(1 + MAX_BURST + 1);
    expect(new Set(items.map(itemKey)).size).to.equal(items.length);
    const [newest, second] = rows;
    expect(newest && itemIndexOf(items, newest)).to.equal(1);
    expect(second && itemIndexOf(toItems(rows, OPTIONS), second)).to.equal(0);
  });

  it('say that there may be more of them where the list is not loaded', () => {
    const isOpenEnded = (hasNewer: boolean, hasOlder: boolean) =>
      toItems(run(6), { ...OPTIONS, hasNewer, hasOlder }).map(
        (item) => item.kind === 'burst' && item.burst.isOpenEnded,
      );
    expect(isOpenEnded(false, false)).to.deep.equal([false]);
    expect(isOpenEnded(false, true)).to.deep.equal([true]);
    expect(isOpenEnded(true, false)).to.deep.equal([true]);
  });
});
