/** `not.type` and its like, wherever a filter is taken: contract 4. */
import { expect } from 'chai';
import { EVENTS, toQuery } from '../support/http.ts';
import { openStream } from './sse.ts';
import { expectError, type Sent, sample, unique, useServer } from './support.ts';

interface Count {
  readonly value: string | null;
  readonly count: number;
}

function isWithin(time: string, from: string, to: string): boolean {
  return Date.parse(time) >= Date.parse(from) && Date.parse(time) <= Date.parse(to);
}

describe('An exclusion', () => {
  const server = useServer();
  const subject = unique('subject');
  const sent: readonly Sent[] = Array.from({ length: 90 }, (_, index) =>
    sample({
      subject,
      id: `e${index}`,
      source: index % 3 === 0 ? 'noisy' : 'quiet',
      type: index % 2 === 0 ? 'deployment' : 'rollback',
      version: index % 5 === 0 ? 'nightly' : `v${index}`,
      time: new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString(),
    }),
  );
  before(() => server().client.batch(sent));
  const query = { subject, 'not.source': 'noisy', 'not.version': 'nightly' };
  const left = sent.filter(({ source, version }) => source !== 'noisy' && version !== 'nightly');
  const ids = left.map(({ id }) => id);

  it('holds over all pages, and its cursor fits no other query', async () => {
    const { client } = server();
    const read: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: Awaited<ReturnType<typeof client.list>> = await client.list({
        ...query,
        limit: '10',
        cursor,
      });
      read.push(...body.data.map(({ id }) => id));
      cursor = body.page.nextCursor;
    }
    expect(read).to.deep.equal(ids.toReversed());
    const { body } = await client.list({ ...query, limit: '10' });
    const other = { ...query, 'not.source': 'quiet', limit: '10' };
    expectError(
      await client.list({ ...other, cursor: body.page.nextCursor ?? '' }),
      'VALIDATION_ERROR',
      /another query/,
    );
  });

  it('holds in the summary and in the facets, for whole hours and for the minutes around them', async () => {
    const { client } = server();
    for (const range of [
      { from: undefined, to: undefined },
      { from: '2025-01-01T00:10:00Z', to: '2025-01-01T01:20:00Z' },
    ]) {
      const within = left.filter(
        ({ time }) => range.from === undefined || isWithin(String(time), range.from, range.to),
      );
      const asked = toQuery(range.from === undefined ? query : { ...query, ...range });
      const { body: summary } = await client.get<{
        total: number;
        counts: Count[];
        histogram: { count: number }[];
      }>(`${EVENTS}/summary${asked}`);
      expect(summary.data.total).to.equal(within.length);
      expect(summary.data.histogram.reduce((sum, { count }) => sum + count, 0)).to.equal(
        within.length,
      );
      const { body: facets } = await client.get<Record<string, Count[]>>(
        `${EVENTS}/facets${asked}`,
      );
      expect(facets.data['sources']?.map(({ value, count }) => [value, count])).to.deep.equal([
        ['quiet', within.length],
      ]);
    }
  });

  it('leaves no value behind whose events are all excluded', async () => {
    const { client } = server();
    await client.batch([sample({ subject, id: 'only', type: 'solo', version: 'solo-1' })]);
    const { body } = await client.get<Record<string, Count[]>>(
      `${EVENTS}/facets${toQuery({ subject, 'not.version': 'solo-1' })}`,
    );
    const types = body.data['types']?.map(({ value }) => value);
    expect(types).to.have.members(['deployment', 'rollback']);
  });

  it('holds in the export', async () => {
    const { text } = await server().reader.send(
      'GET',
      `${EVENTS}/export${toQuery({ ...query, 'not.type': 'solo', order: 'asc' })}`,
    );
    const exported = text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(exported).to.deep.equal(ids);
  });

  it('holds in the stream', async () => {
    const { client, reader } = server();
    const stream = await openStream(reader, { 'not.source': 'noisy', 'not.severity': 'LOW' });
    await client.post(sample({ id: 's1', source: 'noisy' }));
    await client.post(sample({ id: 's2', source: 'quiet', severity: 'LOW' }));
    await client.post(sample({ id: 's3', source: 'quiet', severity: null }));
    const [message] = await stream.count(1);
    stream.close();
    expect(JSON.parse(message?.data ?? '')).to.include({ id: 's3' });
  });

  it('of what is no severity is refused, and named', async () => {
    const answer = await server().client.list({ 'not.severity': 'low' });
    expectError(answer, 'VALIDATION_ERROR', /^not\.severity: must be one of/);
  });
});
