/** The business context: every version kept, none lost to somebody who was quicker. */
import { expect } from 'chai';
import { type BusinessContext, createBusinessContext } from '../../../backend/services/context.ts';
import type { Store } from '../../../backend/store/port.ts';
import { openSqliteStore } from '../../../backend/store/sqlite/store.ts';
import { auditOf } from '../../support/audit.ts';
import { NOW, refusal } from './keys-support.ts';

const ADA = { kind: 'person', id: 'p-1', name: 'ada@example.com' } as const;
const BEN = { kind: 'person', id: 'p-2', name: 'ben@example.com' } as const;

describe('the business context', () => {
  let store: Store;
  let context: BusinessContext;
  beforeEach(async () => {
    store = await openSqliteStore(':memory:');
    const audit = auditOf(store);
    context = createBusinessContext({ contexts: store.contexts, audit, clock: () => NOW });
  });
  afterEach(() => store.close());

  it('begins with version 1 on top of none, and keeps who and when', async () => {
    expect(await context.get('default')).to.equal(null);
    const first = { version: 1, updatedAt: NOW, updatedBy: ADA, length: 2, text: '# ' };
    expect(await context.put('default', '# ', 0, ADA)).to.deep.equal(first);
    expect(await context.put('default', '', 1, BEN)).to.include({ version: 2, length: 0 });
    expect((await context.history('default')).map(({ updatedBy }) => updatedBy)).to.deep.equal([
      BEN,
      ADA,
    ]);
    expect(await context.version('default', 1)).to.deep.equal(first);
  });

  it('refuses what is based on another version than the newest, older or made up', async () => {
    await context.put('default', 'one', 0, ADA);
    await context.put('default', 'two', 1, ADA);
    for (const basedOn of [0, 1, 3, 99]) {
      expect(await refusal(context.put('default', 'late', basedOn, BEN))).to.match(
        /^CONFLICT version: .* has version 2 meanwhile/,
      );
    }
    expect((await context.get('default'))?.text).to.equal('two');
  });

  it('lets one of several at once win; the others are told', async () => {
    const tries = [ADA, BEN, ADA, BEN].map((actor, index) =>
      refusal(context.put('default', `try ${index}`, 0, actor)),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((one) => one.startsWith('CONFLICT'))).to.have.lengthOf(3);
    expect(await context.history('default')).to.have.lengthOf(1);
  });

  it('makes no version of the same text', async () => {
    await context.put('default', 'same', 0, ADA);
    expect(await context.put('default', 'same', 1, BEN)).to.deep.include({
      version: 1,
      updatedBy: ADA,
    });
    expect(await context.history('default')).to.have.lengthOf(1);
  });

  it('counts code points', async () => {
    expect(await context.put('default', '😀'.repeat(20_000), 0, ADA)).to.include({
      length: 20_000,
    });
    expect(await refusal(context.put('default', '😀'.repeat(20_001), 1, ADA))).to.equal(
      'VALIDATION_ERROR text: must be at most 20000 characters, it has 20001',
    );
  });

  it('refuses what a store might not give back as it was', async () => {
    expect(await refusal(context.put('default', 'a\0b', 0, ADA))).to.match(
      /^VALIDATION_ERROR text/,
    );
    expect(await refusal(context.put('default', 'a\ud800', 0, ADA))).to.match(/^VALIDATION_ERROR/);
  });

  it('is of one organization', async () => {
    await context.put('default', 'ours', 0, ADA);
    expect(await context.get('other')).to.equal(null);
    expect(await context.history('other')).to.deep.equal([]);
    expect(await refusal(context.version('other', 1))).to.match(/^NOT_FOUND/);
    expect(await refusal(context.version('default', 2))).to.match(/^NOT_FOUND/);
  });
});
