import { expect } from 'chai';
import { differenceOf, tally } from '../../../dashboard/home/compare.ts';
import { driftOf, versionAges } from '../../../dashboard/home/drift.ts';
import { NOON } from '../../support/events.ts';
import { change } from './support.ts';

const kinds = (...given: Parameters<typeof driftOf>) => driftOf(...given).map(({ kind }) => kind);
const at = (minute: number) => NOON + minute * 60_000;

describe('drift between environments', () => {
  it('is where something newer runs elsewhere, and since when', () => {
    const cells = [change(5, 'dev', '2'), change(9, 'staging', '1'), change(3, 'production', '1')];
    expect(driftOf(cells)).to.deep.equal([
      { kind: 'none' },
      { kind: 'behind', since: at(9) },
      { kind: 'behind', since: at(5) },
    ]);
  });

  it('goes by when versions came, not by their names', () => {
    expect(kinds([change(2, 'dev', 'zebra-9'), change(3, 'production', 'apple')])).to.deep.equal([
      ...['behind', 'ahead'],
    ]);
    expect(kinds([change(3, 'dev', '1.10'), change(2, 'production', '1.9')])).to.deep.equal([
      ...['none', 'behind'],
    ]);
  });

  it('is not where all run the same, nowhere else something, or no version at all', () => {
    expect(kinds([change(1, 'dev', '1'), change(9, 'production', '1')])).to.deep.equal([
      ...['none', 'none'],
    ]);
    expect(kinds([null, change(9, 'production', '1')])).to.deep.equal(['none', 'none']);
    expect(kinds([change(1, 'dev', null), change(9, 'production', '1')])).to.deep.equal([
      ...['none', 'none'],
    ]);
  });

  it('tells a rollback from something new', () => {
    const rollback = change(20, 'production', '1', { type: 'rollback' });
    expect(kinds([change(5, 'staging', '2'), rollback])).to.deep.equal(['none', 'behind']);
    const all = [change(5, 'staging', '2'), rollback, change(0, 'production', '1')];
    expect(versionAges(all).get('1')).to.equal(at(0));
    expect(versionAges(all.toReversed()).get('1')).to.equal(at(0));
  });

  it('knows an old version that is deployed again, where the past is known', () => {
    const cells = [change(5, 'staging', '2'), change(9, 'production', '1')];
    expect(kinds(cells)).to.deep.equal(['behind', 'ahead']);
    const ages = versionAges([...cells, change(1, 'production', '1')]);
    expect(kinds(cells, ages)).to.deep.equal(['none', 'behind']);
  });
});

describe('two environments side by side', () => {
  const staging = (minute: number, version: string) => change(minute, 'staging', version);
  const production = (minute: number, version: string) => change(minute, 'production', version);

  it('differ by the changes that one has not had', () => {
    const past = [staging(1, '1'), staging(3, '2'), staging(5, '3'), production(2, '1')];
    const cells = [staging(5, '3'), production(2, '1')] as const;
    const difference = differenceOf({ cells, past, start: '' });
    const expected = { kind: 'behind', side: 1, changes: 2, isAtLeast: false, since: at(3) };
    expect(difference).to.deep.equal(expected);
    expect(differenceOf({ cells: [cells[1], cells[0]], past, start: '' })).to.deep.include({
      side: 0,
      changes: 2,
    });
  });

  it('say that there may be more where the past is not known that far', () => {
    const cells = [staging(5, '3'), production(1, '1')] as const;
    const past = [staging(5, '3'), staging(4, '2')];
    const start = staging(4, '2').time;
    expect(differenceOf({ cells, past, start })).to.deep.include({ changes: 2, isAtLeast: true });
  });

  it('are behind after a rollback, by what was rolled back', () => {
    const rollback = change(9, 'production', '1', { type: 'rollback' });
    const past = [staging(1, '1'), staging(5, '2'), production(6, '2'), rollback];
    const difference = differenceOf({ cells: [staging(5, '2'), rollback], past, start: '' });
    expect(difference).to.deep.include({ kind: 'behind', side: 1, changes: 1, since: at(9) });
  });

  it('miss what runs in one of them alone, and are the same where versions are', () => {
    const one = staging(5, '1');
    const rest = { past: [], start: '' };
    expect(differenceOf({ cells: [one, null], ...rest })).to.deep.equal({
      kind: 'missing',
      side: 1,
    });
    expect(differenceOf({ cells: [null, one], ...rest })).to.deep.equal({
      kind: 'missing',
      side: 0,
    });
    expect(differenceOf({ cells: [one, production(9, '1')], ...rest }).kind).to.equal('same');
    expect(differenceOf({ cells: [one, change(9, 'production', null)], ...rest }).kind).to.equal(
      'unknown',
    );
  });

  it('are counted', () => {
    const behind = { kind: 'behind', changes: 1, isAtLeast: false, since: 0 } as const;
    const all = [
      { ...behind, side: 1 } as const,
      { ...behind, side: 1 } as const,
      { kind: 'missing', side: 0 } as const,
      { kind: 'same' } as const,
    ];
    expect(tally(all)).to.deep.equal({ behind: [0, 2], missing: [1, 0], same: 1 });
  });
});
