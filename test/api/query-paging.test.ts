/** `order`, `limit` and `cursor`: contract 4. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { Client, Query } from '../support/http.ts';
import { expectError, type Sent, sample, unique, useServer } from './support.ts';

/** Events a minute apart, three of them at each time. */
function samples(count: number, source: string): Sent[] {
  return Array.from({ length: count }, (_, index) =>
    sample({
      source,
      id: `e${String(index).padStart(3, '0')}`,
      time: new Date(Date.UTC(2025, 0, 1, 0, Math.floor(index / 3))).toISOString(),
      type: index % 2 === 0 ? 'deployment' : 'rollback',
    }),
  );
}

async function readAll(
  client: Client,
  query: Query,
  between: () => Promise<unknown> = async () => {},
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body, text }: Awaited<ReturnType<Client['list']>> = await client.list({
      ...query,
      cursor,
    });
    expect(status, text).to.equal(200);
    events.push(...body.data);
    cursor = body.page.nextCursor;
    await between();
  }
  return events;
}

describe('The order of a list', () => {
  const server = useServer();
  const source = unique('source');
  const sent = samples(30, source);
  const inOrder = sent.map(({ id }) => id);
  before(async () => {
    const { client } = server();
    await client.batch(sent.slice(0, 20));
    for (const event of sent.slice(20)) await client.post(event);
  });

  it('is newest time first, ties by receipt, newest receipt first', async () => {
    const { body } = await server().client.list({ source, limit: 100 });
    expect(body.data.map(({ id }) => id)).to.deep.equal([...inOrder].reverse());
  });

  it('is the exact reverse with asc', async () => {
    const { client } = server();
    const asc = await client.list({ source, limit: 100, order: 'asc' });
    expect(asc.body.data.map(({ id }) => id)).to.deep.equal(inOrder);
    const desc = await client.list({ source, limit: 100, order: 'desc' });
    expect(desc.body.data).to.deep.equal([...asc.body.data].reverse());
  });

  for (const limit of [1, 2, 7, 29, 30, 31, 100]) {
    it(`is the same in pages of ${limit}, both ways`, async () => {
      const { client } = server();
      const down = await readAll(client, { source, limit });
      expect(down.map(({ id }) => id)).to.deep.equal([...inOrder].reverse());
      const up = await readAll(client, { source, limit, order: 'asc' });
      expect(up.map(({ id }) => id)).to.deep.equal(inOrder);
    });
  }

  it('is the same in pages that filter', async () => {
    const { client } = server();
    const found = await readAll(client, { source, type: 'rollback', search: 'SOURCE', limit: 4 });
    const expected = sent.filter(({ type }) => type === 'rollback').map(({ id }) => id);
    expect(found.map(({ id }) => id)).to.deep.equal(expected.reverse());
  });

  for (const order of ['up', 'DESC', 'ascending', 'time']) {
    it(`is not ${order}`, async () => {
      expectError(await server().client.list({ order }), 'VALIDATION_ERROR', /^order: .*desc.*asc/);
    });
  }
});

describe('The limit of a list', () => {
  const server = useServer();
  const source = unique('source');
  before(async () => {
    await server().client.batch(samples(101, source));
  });

  it('is 25 when absent', async () => {
    const { body } = await server().client.list({ source });
    expect(body.data).to.have.length(25);
    expect(body.page.limit).to.equal(25);
    expect(body.page.nextCursor).to.be.a('string');
  });

  for (const limit of [1, 2, 25, 99, 100]) {
    it(`may be ${limit}`, async () => {
      const { body } = await server().client.list({ source, limit });
      expect(body.data).to.have.length(limit);
      expect(body.page.limit).to.equal(limit);
    });
  }

  const REFUSED = ['0', '101', '1000', '-1', '1.5', '25.0', '1e1', '0x10', '+5', 'abc', 'NaN'];
  for (const limit of [
    ...REFUSED,
    ' 5',
    '5 ',
    '1,000',
    '２５',
    'Infinity',
    'null',
    '99999999999',
  ]) {
    it(`may not be ${JSON.stringify(limit)}`, async () => {
      const answer = await server().client.list({ limit });
      expectError(answer, 'VALIDATION_ERROR', /^limit: .*1.*100/);
    });
  }

  it('may not be given twice', async () => {
    const answer = await server().client.list({ limit: ['5', '6'] });
    expectError(answer, 'VALIDATION_ERROR', /^limit: /);
  });

  it('ends the paging exactly: no cursor behind the last event', async () => {
    const { client } = server();
    const first = await client.list({ source, limit: 100 });
    const cursor = String(first.body.page.nextCursor);
    const second = await client.list({ source, limit: 100, cursor });
    expect(second.body.data).to.have.length(1);
    expect(second.body.page.nextCursor).to.equal(null);
    const whole = await client.list({ source, limit: 1, order: 'asc', id: 'e000' });
    expect(whole.body.page.nextCursor).to.equal(null);
  });

  it('may change from page to page', async () => {
    const { client } = server();
    const first = await client.list({ source, limit: 10 });
    const cursor = String(first.body.page.nextCursor);
    const second = await client.list({ source, limit: 100, cursor });
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id);
    expect(new Set(ids).size).to.equal(101);
  });
});

describe('A cursor', () => {
  const server = useServer();

  for (const order of ['desc', 'asc']) {
    it(`neither repeats nor skips while events come in between, ${order}`, async () => {
      const { client } = server();
      const source = unique('source');
      const sent = samples(40, source);
      await client.batch(sent);
      let fresh = 0;
      const found = await readAll(client, { source, order, limit: 7 }, async () => {
        fresh += 1;
        // Behind the cursor, in front of it, and at the time of events that are there.
        await client.batch(
          ['2024-06-01T00:00:00Z', '2025-06-01T00:00:00Z', '2025-01-01T00:05:00Z'].map(
            (time, index) => sample({ source, id: `fresh-${fresh}-${index}`, time }),
          ),
        );
      });
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).to.equal(ids.length);
      const old = ids.filter((id) => !id.startsWith('fresh'));
      const expected = sent.map(({ id }) => id);
      expect(old).to.deep.equal(order === 'asc' ? expected : expected.reverse());
    });
  }

  it('can be used again, and gives the same', async () => {
    const { client } = server();
    const source = unique('source');
    await client.batch(samples(10, source));
    const { body } = await client.list({ source, limit: 4 });
    const query = { source, limit: 4, cursor: String(body.page.nextCursor) };
    expect((await client.list(query)).body).to.deep.equal((await client.list(query)).body);
  });

  it('is a 400 with other filters, another order, another range or none of them', async () => {
    const { client } = server();
    const source = unique('source');
    await client.batch(samples(10, source));
    const query = { source, from: '2025-01-01T00:00:00Z', limit: 2 };
    const { body } = await client.list(query);
    const cursor = String(body.page.nextCursor);
    expect((await client.list({ ...query, cursor })).status).to.equal(200);
    for (const other of [
      { ...query, type: 'deployment' },
      { ...query, source: 'other' },
      { ...query, source: [source, 'other'] },
      { ...query, order: 'asc' },
      { ...query, search: 'x' },
      { ...query, from: '2025-01-01T00:00:01Z' },
      { ...query, to: '2025-01-02T00:00:00Z' },
      {},
    ]) {
      expectError(await client.list({ ...other, cursor }), 'VALIDATION_ERROR', /^cursor: /);
    }
  });

  it('is a 400 in another organization', async () => {
    const { client, milepost } = server();
    const other = client.as(await milepost.newOrganization(unique('other')));
    await client.batch(samples(3, unique('source')));
    await other.batch(samples(3, unique('source')));
    const { body } = await client.list({ limit: 1 });
    const cursor = String(body.page.nextCursor);
    expectError(await other.list({ limit: 1, cursor }), 'VALIDATION_ERROR', /^cursor: /);
  });
});

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('A damaged cursor', () => {
  const server = useServer();
  let cursor = '';
  before(async () => {
    const { client } = server();
    await client.batch(samples(3, unique('source')));
    cursor = String((await client.list({ limit: 1 })).body.page.nextCursor);
  });
  const refused = async (damaged: string) => {
    const answer = await server().client.list({ limit: 1, cursor: damaged });
    expect(answer.status, damaged).to.equal(400);
    expectError(answer, 'VALIDATION_ERROR', /^cursor: /);
  };

  for (const text of ['x', '0', 'null', '[]', '{}', '!!!', '😀', 'AAAA', 'x'.repeat(5000)]) {
    it(`is a 400: ${text.slice(0, 10)}`, () => refused(text));
  }

  it('is a 400 with any one character changed', async () => {
    for (let index = 0; index < cursor.length; index += 1) {
      // The neighbour in the alphabet of base64url: they differ in one bit.
      const other = BASE64[BASE64.indexOf(cursor.charAt(index)) ^ 1] ?? 'x';
      await refused(cursor.slice(0, index) + other + cursor.slice(index + 1));
    }
  });

  it('is a 400 with its end or its start cut off', async () => {
    for (let length = 1; length < cursor.length; length += 1) {
      await refused(cursor.slice(0, length));
      await refused(cursor.slice(length));
    }
  });

  for (const tail of ['A', 'AA', 'AAAA', '=', '!', ' ', '%', '\n']) {
    it(`is a 400 with ${JSON.stringify(tail)} behind it`, () => refused(cursor + tail));
  }

  it('is a 400 with something in between', () =>
    refused(`${cursor.slice(0, 8)}!${cursor.slice(8)}`));

  it('is a 400 in upper case, or twice', async () => {
    await refused(cursor.toUpperCase());
    await refused(cursor + cursor);
  });
});

describe('The relative range of a cursor', () => {
  let now = Date.UTC(2025, 5, 15, 12);
  const server = useServer({ clock: () => now });

  it('stays what it was on the first page', async () => {
    const { client } = server();
    const source = unique('source');
    const minutes = (count: number) => new Date(now - count * 60_000).toISOString();
    const events = [0, 10, 20, 30, 40, 50].map((count) =>
      sample({ source, id: `${count}`, time: minutes(count) }),
    );
    await client.batch(events);
    const query = { source, from: '-1h', to: 'now', limit: 2 };
    const first = await client.list(query);
    expect(first.body.data.map(({ id }) => id)).to.deep.equal(['0', '10']);
    now += 45 * 60_000;
    await client.post(sample({ source, id: 'fresh', time: minutes(1) }));
    const second = await client.list({ ...query, cursor: String(first.body.page.nextCursor) });
    const third = await client.list({ ...query, cursor: String(second.body.page.nextCursor) });
    const rest = [...second.body.data, ...third.body.data].map(({ id }) => id);
    expect(rest).to.deep.equal(['20', '30', '40', '50']);
    expect(third.body.page.nextCursor).to.equal(null);
  });
});
