import { expect } from 'chai';
import { actorIn } from '../../../dashboard/home/actor.ts';
import { readHomeState, writeHomeState } from '../../../dashboard/home/address.ts';
import { type GridOptions, toGrid } from '../../../dashboard/home/grid.ts';
import { cellKey } from '../../../dashboard/home/matrix.ts';
import { NOON } from '../../support/events.ts';
import { change } from './support.ts';

const PLAIN: GridOptions = {
  ...{ order: [], find: '', isDriftOnly: false, compare: null },
  history: { events: [], start: '' },
  changed: new Set(),
};
const api = { source: '//github.com/acme/api' };
const EVENTS = [
  change(1, 'production', '1.0'),
  change(2, 'dev', '1.1', { data: { ci: { actor: 'mara' } } }),
  change(3, 'production', '7.0', api),
  change(1, 'dev', '7.0', api),
  change(1, 'qa', '4.2', { source: 'zoo' }),
];
const CELLS = new Map(EVENTS.map((event) => [cellKey(event), event]));
const grid = (options: Partial<GridOptions> = {}) => toGrid(CELLS, { ...PLAIN, ...options });
const sources = (options: Partial<GridOptions>) => grid(options).rows.map(({ source }) => source);

describe('the grid of systems and environments', () => {
  it('has systems by the name that is shown, environments in their order, and holes', () => {
    const { environments, rows, total } = grid();
    expect(environments).to.deep.equal(['dev', 'qa', 'production']);
    expect(rows.map(({ source }) => source)).to.deep.equal([api.source, 'shop', 'zoo']);
    expect(rows[1]?.cells.map((cell) => cell?.version ?? null)).to.deep.equal(['1.1', null, '1.0']);
    expect(rows[1]?.drifts.map(({ kind }) => kind)).to.deep.equal(['none', 'none', 'behind']);
    expect(total).to.equal(3);
  });

  it('calls what was released by its name, and says where there is no environment', () => {
    const named = (type: string) => {
      const event = change(1, null, '2', { type });
      return toGrid(new Map([[cellKey(event), event]]), PLAIN).names;
    };
    expect(named('release')).to.deep.equal(['released']);
    expect(named('deployment')).to.deep.equal(['no environment']);
  });

  it('is narrowed by text: a system, a version, a person', () => {
    expect(sources({ find: 'ACME' })).to.deep.equal([api.source]);
    expect(sources({ find: '4.2' })).to.deep.equal(['zoo']);
    expect(sources({ find: ' Mara ' })).to.deep.equal(['shop']);
    expect(grid({ find: 'nothing' })).to.deep.include({ rows: [], total: 3 });
  });

  it('is narrowed to what differs', () => {
    expect(sources({ isDriftOnly: true })).to.deep.equal(['shop']);
  });

  it('keeps the rows that nothing has changed', () => {
    const before = grid();
    const moved = change(9, 'dev', '1.2');
    const cells = new Map(CELLS).set(cellKey(moved), moved);
    const changed = new Set([cellKey(moved)]);
    const after = toGrid(cells, { ...PLAIN, changed }, before);
    expect(after.rows[0]).to.equal(before.rows[0]);
    expect(after.rows[2]).to.equal(before.rows[2]);
    expect(after.rows[1]?.cells[0]).to.equal(moved);
    expect(after.rows[1]?.fresh).to.deep.equal([true, false, false]);
  });

  it('compares two environments, what differs first', () => {
    const compared = grid({ compare: ['dev', 'production'] });
    expect(compared.environments).to.deep.equal(['dev', 'production']);
    expect(compared.rows.map(({ source, difference }) => [source, difference?.kind])).to.deep.equal(
      [
        ['shop', 'behind'],
        [api.source, 'same'],
      ],
    );
    expect(sources({ compare: ['dev', 'production'], isDriftOnly: true })).to.deep.equal(['shop']);
  });
});

describe('the address of the matrix', () => {
  const read = (query: string) => readHomeState(new URLSearchParams(query), NOON);

  it('holds what is shown and gives it back, beside the open event', () => {
    const state = {
      ...{ find: 'a&b', at: '2026-01-14T00:00:00.000Z', isDriftOnly: true },
      compare: ['dev', 'prod/eu'] as const,
    };
    const query = writeHomeState(new URLSearchParams('event=1&eventSource=x&find=old'), state);
    expect(read(String(query))).to.deep.equal(state);
    expect(query.get('event')).to.equal('1');
    expect(String(writeHomeState(query, read('')))).to.equal('event=1&eventSource=x');
  });

  it('leaves out what cannot be used', () => {
    const nothing = read('');
    expect(read('at=yesterday&compare=dev&drift=yes&utm=1')).to.deep.equal(nothing);
    expect(read('compare=dev&compare=dev')).to.deep.equal(nothing);
    expect(read('at=2999-01-01T00:00:00Z')).to.deep.equal(nothing);
    expect(read('at=-24h').at).to.equal('-24h');
  });
});

describe('who did it', () => {
  it('is what the data says, the pipeline before the sender', () => {
    expect(actorIn({ ci: { actor: 'mara' }, actor: 'bot' })).to.equal('mara');
    expect(actorIn({ ci: { provider: 'x' }, author: { login: 'ines', name: '' } })).to.equal(
      'ines',
    );
    expect(actorIn({ user: 7, deployedBy: 'yuki' })).to.equal('yuki');
    expect([actorIn(null), actorIn({}), actorIn({ ci: 'x' })]).to.deep.equal(['', '', '']);
  });
});
