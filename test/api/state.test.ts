/** GET /api/v1/state: contract 4. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { type Query, toQuery } from '../support/http.ts';
import { expectError, type Sent, sample, unique, useServer } from './support.ts';

interface Cell {
  readonly source: string;
  readonly subject: string | null;
  readonly version: string | null;
  readonly since: string;
  readonly event: StoredEvent;
}

const NOW = Date.UTC(2025, 5, 15, 12);
const at = (hour: number, minute = 0) =>
  new Date(Date.UTC(2025, 5, 15, hour, minute)).toISOString();

describe('The state', () => {
  const server = useServer({ clock: () => NOW });
  const state = (query: Query) => server().client.get<Cell[]>(`/api/v1/state${toQuery(query)}`);
  /** Sends one after the other, for one source; gives that source. */
  const send = async (...events: Sent[]) => {
    const source = unique('system');
    for (const event of events) {
      const over = { source, subject: 'production', ...event };
      expect((await server().client.post(sample(over))).status).to.equal(201);
    }
    return source;
  };
  const versions = async (query: Query) => {
    const { status, body, text } = await state(query);
    expect(status, text).to.equal(200);
    return body.data.map(({ version, since }) => [version, since]);
  };

  it('is the version that runs, since when, and the event behind it', async () => {
    const source = await send({ version: '1', time: at(8) }, { version: '2', time: at(9) });
    const { body } = await state({ source });
    expect(body.data).to.have.length(1);
    const [cell] = body.data;
    expect(cell).to.deep.include({ source, subject: 'production', version: '2', since: at(9) });
    const listed = await server().client.list({ source, version: '2' });
    expect(cell?.event).to.deep.equal(listed.body.data[0]);
    expect(body.at).to.equal(new Date(NOW).toISOString());
  });

  it('has a cell for each source and subject, none being one of its own', async () => {
    const source = await send(
      { version: 'p', time: at(8) },
      { version: 's', time: at(8), subject: 'staging' },
      { version: 'none', time: at(8), subject: null },
    );
    const { body } = await state({ source });
    expect(body.data.map(({ subject, version }) => [subject, version])).to.have.deep.members([
      ['production', 'p'],
      ['staging', 's'],
      [null, 'none'],
    ]);
  });

  it('goes by the time of events: one that comes late never wins', async () => {
    const source = await send({ version: 'new', time: at(10) }, { version: 'late', time: at(9) });
    expect(await versions({ source })).to.deep.equal([['new', at(10)]]);
  });

  it('lets the last one that came win at equal times', async () => {
    const source = await send({ version: 'a', time: at(9) }, { version: 'b', time: at(9) });
    expect(await versions({ source })).to.deep.equal([['b', at(9)]]);
  });

  it('follows a rollback, by its time', async () => {
    const source = await send(
      { version: '2', time: at(10) },
      { version: '1', time: at(11), type: 'rollback' },
      { version: '0', time: at(9), type: 'rollback' },
    );
    expect(await versions({ source })).to.deep.equal([['1', at(11)]]);
  });

  it('counts deployment, release and rollback, and nothing else', async () => {
    const source = await send(
      { version: '1', time: at(8), type: 'release' },
      ...['incident', 'config-change', 'Deployment', 'deployments', 'db-migration'].map((type) => ({
        type,
        version: 'other',
        time: at(9),
      })),
    );
    expect(await versions({ source })).to.deep.equal([['1', at(8)]]);
    const silent = await send({ type: 'incident', version: '1', time: at(8) });
    expect(await versions({ source: silent })).to.deep.equal([]);
  });

  it('leaves out what lies in the future', async () => {
    const source = await send(
      { version: 'now', time: at(12) },
      { version: 'planned', time: at(12, 1) },
    );
    expect(await versions({ source })).to.deep.equal([['now', at(12)]]);
  });

  it('can be asked for at any moment, inclusive', async () => {
    const source = await send(
      { version: '1', time: at(8) },
      { version: '3', time: at(10) },
      { version: '2', time: at(9) },
    );
    const ASKED: readonly (readonly [string, readonly string[]])[] = [
      ['2025-06-15T07:59:59.999Z', []],
      [at(8), ['1']],
      ['2025-06-15T08:59:59.999Z', ['1']],
      ['2025-06-15T11:00:00+02:00', ['2']],
      [at(10), ['3']],
      ['2030-01-01T00:00:00Z', ['3']],
      ['-150m', ['2']],
      ['now', ['3']],
      ['', ['3']],
    ];
    for (const [moment, expected] of ASKED) {
      const found = await versions({ source, at: moment });
      expect(
        found.map(([version]) => version),
        moment,
      ).to.deep.equal(expected);
    }
    const local = await versions({ source, at: '2025-06-15T11:30:00', timezone: 'Europe/Berlin' });
    expect(local).to.deep.equal([['2', at(9)]]);
  });

  it('says which moment it is about', async () => {
    const { body } = await state({ at: '2025-06-15T11:00:00+02:00' });
    expect(body.at).to.equal(at(9));
  });

  it('has null for an event without a version', async () => {
    const source = await send({ version: '1', time: at(8) }, { version: null, time: at(9) });
    expect(await versions({ source })).to.deep.equal([[null, at(9)]]);
  });

  it('can be narrowed by source and subject', async () => {
    const one = await send({ version: 'one', time: at(8) });
    const two = await send({ version: 'two', time: at(8), subject: 'staging' });
    expect(await versions({ source: [one, two] })).to.have.length(2);
    expect(await versions({ source: [one, two], subject: 'staging' })).to.deep.equal([
      ['two', at(8)],
    ]);
  });

  const REFUSED: readonly (readonly [string, Query])[] = [
    ['at', { at: '2025-06-15T11:00:00' }],
    ['at', { at: 'yesterday' }],
    ['at', { at: '2025-02-30T00:00:00Z' }],
    ['at', { at: ['now', '-1h'] }],
    ['timezone', { at: 'now', timezone: 'Mars' }],
    ['from', { from: '-1h' }],
    ['type', { type: 'deployment' }],
  ];
  for (const [field, query] of REFUSED) {
    it(`refuses ${JSON.stringify(query)}`, async () => {
      expectError(await state(query), 'VALIDATION_ERROR', new RegExp(`^${field}: `));
    });
  }
});
