import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import { applyToMatrix, cellKey, type Matrix, NEW_MATRIX } from '../../../dashboard/home/matrix.ts';
import type { Message } from '../../../dashboard/messages.ts';
import { NOON } from '../../support/events.ts';
import { change } from './support.ts';

const play = (...messages: Message[]) => messages.reduce(applyToMatrix, NEW_MATRIX);
const started = (at = ''): Message => ({ kind: 'state-started', at });
const loaded = (...events: StoredEvent[]): Message => ({
  ...{ kind: 'state-loaded', events, moment: NOON },
});
const events = (...list: StoredEvent[]): Message => ({ kind: 'events', events: list, now: NOON });
const runs = (matrix: Matrix, subject: string | null = 'production') =>
  matrix.cells.get(cellKey({ source: 'shop', subject }))?.version;

describe('the matrix of what runs where', () => {
  const old = change(1, 'production', '1.0');

  it('moves on with the feed, cell by cell', () => {
    const matrix = play(started(), loaded(old), events(change(2, 'production', '1.1')));
    expect(runs(matrix)).to.equal('1.1');
    expect([...matrix.changed]).to.deep.equal([cellKey(old)]);
    const more = applyToMatrix(matrix, events(change(3, 'staging', '2.0'), change(3, null, 'x')));
    expect([runs(more), runs(more, 'staging'), runs(more, null)]).to.deep.equal([
      '1.1',
      '2.0',
      'x',
    ]);
  });

  it('goes by event time: what arrives late overwrites nothing newer', () => {
    const late = change(0, 'production', '0.9');
    expect(runs(play(started(), loaded(old), events(late)))).to.equal('1.0');
    const sameTime = { id: 'second', version: '1.0.1' };
    const later = change(1, 'production', '', { ...sameTime, createdAt: old.createdAt });
    expect(runs(play(started(), loaded(old), events(later)))).to.equal('1.0.1');
  });

  it('takes deployments, releases and rollbacks, and nothing else', () => {
    const other = change(2, 'production', '7', { type: 'config-change' });
    const before = play(started(), loaded(old));
    expect(applyToMatrix(before, events(other))).to.equal(before);
    for (const type of ['release', 'rollback']) {
      const after = applyToMatrix(before, events(change(2, 'production', '7', { type })));
      expect(runs(after)).to.equal('7');
    }
  });

  it('keeps what arrived while the answer was on its way', () => {
    const newer = change(5, 'production', '1.5');
    const matrix = play(started(), events(newer), loaded(old));
    expect([runs(matrix), matrix.status]).to.deep.equal(['1.5', 'ready']);
    expect(runs(play(started(), events(change(0, 'production', '0.1')), loaded(old)))).to.equal(
      '1.0',
    );
  });

  it('stands still at a moment of the past', () => {
    const past = play(started('-24h'), loaded(old), events(change(9, 'production', '9')));
    expect([runs(past), past.moment]).to.deep.equal(['1.0', NOON]);
    const now = play(started('-24h'), loaded(old), started(), loaded(change(9, 'production', '9')));
    expect([runs(now), now.moment]).to.deep.equal(['9', null]);
  });

  it('says so when it could not be had, and comes back', () => {
    const error = { kind: 'unreachable', message: 'gone', fields: {} } as const;
    const failed = play(started(), { kind: 'state-failed', error });
    expect([failed.status, failed.error]).to.deep.equal(['failed', error]);
    const again = [started(), loaded(old)].reduce(applyToMatrix, failed);
    expect([again.status, again.error, runs(again)]).to.deep.equal(['ready', null, '1.0']);
  });

  it('remembers the past for as long as the same moment is shown', () => {
    const history: Message = { kind: 'history-loaded', events: [old], start: '' };
    const matrix = play(started(), loaded(old), history, events(change(2, 'production', '2')));
    expect(matrix.history.events.map(({ version }) => version)).to.deep.equal(['1.0', '2']);
    expect(applyToMatrix(matrix, started()).history).to.equal(matrix.history);
    expect(applyToMatrix(matrix, started('-1h')).history.events).to.deep.equal([]);
  });
});
