/** `from`, `to` and `timezone`: contract 4. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { EVENTS, type Query } from '../support/http.ts';
import { expectError, fieldsOf, sample, useServer } from './support.ts';

const NOW = Date.UTC(2025, 5, 15, 12);
const TIMES: Readonly<Record<string, string>> = {
  old: '2024-12-31T23:59:59.999Z',
  march: '2025-03-30T01:30:00Z',
  week: '2025-06-08T12:00:00Z',
  yesterday: '2025-06-14T12:00:00Z',
  hours: '2025-06-15T10:00:00Z',
  minute: '2025-06-15T11:59:00Z',
  now: '2025-06-15T12:00:00Z',
  tomorrow: '2025-06-16T12:00:00Z',
  october: '2025-10-26T00:30:00Z',
  octoberAgain: '2025-10-26T01:30:00Z',
};
const ORDER = Object.keys(TIMES);
/** Everything from one event to another. */
const span = (first: string, last = first) =>
  ORDER.slice(ORDER.indexOf(first), ORDER.indexOf(last) + 1);

describe('The range of a query', () => {
  const server = useServer({ clock: () => NOW });
  before(async () => {
    const events = Object.entries(TIMES).map(([id, time]) => sample({ id, time }));
    await server().client.batch(events);
  });
  const FOUND: readonly (readonly [Query, readonly string[]])[] = [
    // Inclusive at both ends, to the millisecond.
    [{ from: '2025-06-15T12:00:00Z' }, span('now', 'octoberAgain')],
    [{ from: '2025-06-15T12:00:00.001Z' }, span('tomorrow', 'octoberAgain')],
    [{ to: '2025-06-15T12:00:00Z' }, span('old', 'now')],
    [{ to: '2025-06-15T11:59:59.999Z' }, span('old', 'minute')],
    [{ from: '2025-06-15T12:00:00Z', to: '2025-06-15T12:00:00Z' }, ['now']],
    [{ from: '2024-12-31T23:59:59.999Z', to: '2024-12-31T23:59:59.999Z' }, ['old']],
    [{ from: '2024-12-31T23:59:59Z', to: '2024-12-31T23:59:59.998Z' }, []],
    // Offsets.
    [{ from: '2025-06-15T14:00:00+02:00', to: '2025-06-15T14:00:00+0200' }, ['now']],
    [{ from: '2025-06-15T07:00:00-05:00', to: '2025-06-15T12:00:00Z' }, ['now']],
    [{ from: '2025-06-15T12:00:00.0009Z', to: '2025-06-15T12:00:00.0009Z' }, ['now']],
    // Relative to the server's clock.
    [{ from: 'now' }, span('now', 'octoberAgain')],
    [{ to: 'now' }, span('old', 'now')],
    [{ from: 'NOW', to: 'Now' }, ['now']],
    [{ from: '-2h' }, span('hours', 'octoberAgain')],
    [{ from: '-2h', to: 'now' }, span('hours', 'now')],
    [{ from: '-1m', to: 'now' }, span('minute', 'now')],
    [{ from: '-59s', to: 'now' }, ['now']],
    [{ from: '-7d', to: 'now' }, span('week', 'now')],
    [{ from: '-1w', to: '-1d' }, span('week', 'yesterday')],
    [{ from: '-1d', to: '-2h' }, span('yesterday', 'hours')],
    // Local times of a zone.
    [{ from: '2025-06-15T14:00:00', timezone: 'Europe/Berlin' }, span('now', 'octoberAgain')],
    [{ to: '2025-06-15T13:59:59.999', timezone: 'Europe/Berlin' }, span('old', 'minute')],
    [
      { from: '2025-06-15T17:45:00', to: '2025-06-15T17:45:00', timezone: 'Asia/Kathmandu' },
      ['now'],
    ],
    [{ from: '2025-06-15T12:00:00', to: 'now', timezone: 'UTC' }, ['now']],
    [{ from: '2025-06-15T12:00:00Z', to: 'now', timezone: 'America/New_York' }, ['now']],
    [{ from: '-2h', to: 'now', timezone: 'Asia/Tokyo' }, span('hours', 'now')],
    // 02:30 does not exist on 30 March in Berlin: it is read as 03:30, an hour on from 01:30.
    [
      { from: '2025-03-30T02:30:00', to: '2025-03-30T03:30:00', timezone: 'Europe/Berlin' },
      ['march'],
    ],
    // 02:30 comes twice on 26 October in Berlin: the first one is meant.
    [{ from: '2025-10-26T02:30:00', timezone: 'Europe/Berlin' }, span('october', 'octoberAgain')],
    [
      { from: '2025-10-26T00:00:00', to: '2025-10-26T02:30:00', timezone: 'Europe/Berlin' },
      ['october'],
    ],
    [{ timezone: 'Europe/Berlin' }, ORDER],
  ];
  for (const [query, expected] of FOUND) {
    it(`is ${JSON.stringify(query)}`, async () => {
      const answer = await server().client.list({ ...query, order: 'asc' });
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.data.map(({ id }) => id)).to.deep.equal(expected);
    });
  }

  it('may have a plus sign that was not encoded', async () => {
    const { client } = server();
    const from = '2025-06-15T14:00:00+02:00';
    const answer = await client.send<StoredEvent[]>('GET', `${EVENTS}?from=${from}&to=now`);
    expect(answer.body.data.map(({ id }) => id)).to.deep.equal(['now']);
  });

  const REFUSED: readonly (readonly [string, Query])[] = [
    ['from', { from: 'now', to: '-1h' }],
    ['from', { from: '2025-06-15T12:00:00.001Z', to: '2025-06-15T12:00:00Z' }],
    ['from', { from: '2025-06-15T14:00:01+02:00', to: '2025-06-15T12:00:00Z' }],
    ['from', { from: '2025-06-15T12:00:00' }],
    ['to', { to: '2025-06-15T12:00:00' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '2025-06-31T12:00:00Z' }],
    ['from', { from: '2025-02-30T12:00:00', timezone: 'Europe/Berlin' }],
    ['from', { from: '2025-06-15T24:00:00Z' }],
    ['from', { from: '2025-06-15T12:00:60Z' }],
    ['from', { from: '2025-06-15T12:00:00+24:00' }],
    ['from', { from: '-2x' }],
    ['from', { from: '2h' }],
    ['from', { from: '--2h' }],
    ['from', { from: '-h' }],
    ['from', { from: '-1.5h' }],
    ['from', { from: '1750000000' }],
    ['to', { to: 'NaN' }],
    ['to', { from: '-2h', to: 'later' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: 'Europe/Berlin; DROP TABLE' }],
    ['timezone', { from: '2025-06-15T14:00:00', timezone: 'Nowhere' }],
  ];
  for (const [field, query] of REFUSED) {
    it(`is not ${JSON.stringify(query)}, and ${field} is named`, async () => {
      const answer = await server().client.list(query);
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer)).to.deep.equal([field]);
    });
  }

  it('names both ends when both are wrong', async () => {
    const answer = await server().client.list({ from: 'x', to: 'y' });
    expect(fieldsOf(answer)).to.deep.equal(['from', 'to']);
  });

  it('says what to do about a missing offset', async () => {
    const { body } = await server().client.list({ from: '2025-06-15T12:00:00' });
    expect(body.error).to.match(/^from: timezone is required/);
  });
});
