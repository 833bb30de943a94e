/** GET /api/v1/events/export: contract 4. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { EVENTS, type Query, toQuery } from '../support/http.ts';
import { expectError, type Sent, sample, unique, useServer } from './support.ts';

/** Rows of CSV as RFC 4180 says. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (match === null) throw new Error(`no CSV at ${cell.lastIndex}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('The export', () => {
  const server = useServer();
  const source = unique('source');
  const count = 510;
  const sent: readonly Sent[] = Array.from({ length: count }, (_, index) =>
    sample({
      source,
      id: `e${String(index).padStart(3, '0')}`,
      time: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString(),
      type: index % 5 === 0 ? 'rollback' : 'deployment',
    }),
  );
  before(async () => {
    await server().client.batch(sent);
  });
  const get = (query: Query) => server().reader.send('GET', `${EVENTS}/export${toQuery(query)}`);
  const lines = async (query: Query) => {
    const { status, text } = await get(query);
    expect(status, text).to.equal(200);
    expect(text === '' || text.endsWith('\n')).to.equal(true);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as StoredEvent);
  };
  const inOrder = sent.map(({ id }) => id);

  it('is a file of NDJSON when nothing else is said', async () => {
    const { headers } = await get({});
    expect(headers.get('content-type')).to.match(/^application\/x-ndjson/);
    expect(headers.get('content-disposition')).to.match(/^attachment; filename=".+\.ndjson"$/);
    expect(headers.get('x-request-id')).to.be.a('string');
  });

  it('holds everything, newest first, as the list gives it', async () => {
    const events = await lines({});
    expect(events.map(({ id }) => id)).to.deep.equal([...inOrder].reverse());
    const { body } = await server().client.list({ limit: 100 });
    expect(events.slice(0, 100)).to.deep.equal(body.data);
  });

  it('can be in order of time', async () => {
    const events = await lines({ order: 'asc', format: 'ndjson' });
    expect(events.map(({ id }) => id)).to.deep.equal(inOrder);
  });

  it('takes the filters of the list', async () => {
    const events = await lines({ type: 'rollback', from: '2025-01-01T01:00:00Z', order: 'asc' });
    const expected = sent.filter(({ type }, index) => type === 'rollback' && index >= 60);
    expect(events.map(({ id }) => id)).to.deep.equal(expected.map(({ id }) => id));
    expect(await lines({ search: 'ROLL', to: '2025-01-01T00:05:00Z' })).to.have.length(2);
  });

  it('can be imported again as it is, apart from createdAt', async () => {
    const { milepost, client } = server();
    const other = client.as(await milepost.newOrganization(unique('copy')));
    const events = await lines({ type: 'rollback' });
    const text = events.map(({ createdAt: _, ...event }) => JSON.stringify(event)).join('\n');
    expect((await other.ndjson(text)).body.data.created).to.equal(events.length);
  });

  it('is empty when nothing matches', async () => {
    expect(await lines({ type: 'nothing' })).to.deep.equal([]);
    const { text } = await get({ type: 'nothing', format: 'csv' });
    expect(parseCsv(text)).to.have.length(1);
  });

  it('is CSV with a header line, and a line an event', async () => {
    const { status, headers, text } = await get({ format: 'csv' });
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/csv/);
    expect(headers.get('content-disposition')).to.match(/^attachment; filename=".+\.csv"$/);
    const [names = [], ...rows] = parseCsv(text);
    for (const name of ['id', 'type', 'source', 'time', 'subject', 'severity', 'version', 'data']) {
      expect(names).to.include(name);
    }
    expect(rows.map((row) => row[names.indexOf('id')])).to.deep.equal([...inOrder].reverse());
    for (const row of rows) expect(row).to.have.length(names.length);
  });

  it('is only announced to HEAD', async () => {
    const { client } = server();
    const { status, headers, text } = await client.send('HEAD', `${EVENTS}/export?format=csv`);
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/csv/);
    expect(text).to.equal('');
  });

  for (const [field, query] of [
    ['format', { format: 'xml' }],
    ['format', { format: 'CSV' }],
    ['limit', { limit: 5 }],
    ['cursor', { cursor: 'x' }],
    ['from', { from: 'now', to: '-1h' }],
  ] as const) {
    it(`refuses ${JSON.stringify(query)} with JSON`, async () => {
      expectError(await get(query), 'VALIDATION_ERROR', new RegExp(`^${field}: `));
    });
  }
});

describe('A cell of CSV', () => {
  const server = useServer();
  const row = async (event: Sent) => {
    const { client } = server();
    expect((await client.post(event)).status).to.equal(201);
    const path = `${EVENTS}/export?format=csv&source=${encodeURIComponent(String(event['source']))}`;
    const { text } = await client.get(path);
    const [names = [], values = []] = parseCsv(text);
    return {
      text,
      cells: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    };
  };

  for (const start of ['=', '+', '-', '@', '=1+1|cmd', '\t=', '\r=']) {
    it(`is no formula when it starts with ${JSON.stringify(start)}`, async () => {
      const value = `${start}HYPERLINK("http://evil.example","x")`;
      const { cells } = await row(
        sample({
          id: value,
          type: value,
          source: unique(value),
          subject: value,
          version: value,
          datacontenttype: value,
          dataschema: value,
          data: { description: value },
          note: value,
        }),
      );
      for (const [name, cell] of Object.entries(cells)) {
        expect(cell, name).to.not.match(/^[=+\-@\t\r]/);
      }
      // Still there for who reads it.
      for (const name of ['id', 'type', 'source', 'subject', 'version', 'dataschema']) {
        expect(cells[name]).to.include(value);
      }
    });
  }

  it('keeps quotes, commas, line ends and Unicode', async () => {
    const value = `a "quoted", 'word'\r\nnext\nline; 倉庫 😀`;
    const { cells } = await row(sample({ source: unique('csv'), subject: value, version: value }));
    expect(cells['subject']).to.equal(value);
    expect(cells['version']).to.equal(value);
  });

  it('is empty for what is absent, and JSON for data', async () => {
    const source = unique('csv');
    const { cells } = await row(sample({ source, data: { a: [1, 'x,"y"'] } }));
    expect(cells).to.include({ subject: '', severity: '', version: '', source });
    expect(JSON.parse(cells['data'] ?? '')).to.deep.equal({ a: [1, 'x,"y"'] });
  });
});

describe('The export to a slow reader', () => {
  // What is tested is the door; some servers take minutes for as many events.
  const server = useServer({ open: () => openSqliteStore(':memory:') });

  it('waits for it time and again, and gathers nothing meanwhile', async () => {
    const { client } = server();
    const fill = 'x'.repeat(2500);
    for (let batch = 0; batch < 8; batch += 1) {
      const events = Array.from({ length: 1000 }, () => sample({ data: { fill } }));
      expect((await client.batch(events)).status).to.equal(201);
    }
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.message);
    process.on('warning', note);
    // Read only as fast as this asks for it, so that the server has to wait page by page.
    const response = await fetch(`${client.url}${EVENTS}/export`, {
      headers: { Authorization: `Bearer ${client.key}` },
    });
    let lines = 0;
    for await (const chunk of response.body ?? []) {
      lines += Buffer.from(chunk).toString('latin1').split('\n').length - 1;
    }
    process.off('warning', note);
    expect(lines).to.equal(8000);
    expect(warnings).to.deep.equal([]);
  });
});
