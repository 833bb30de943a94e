import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'chai';
import { NOON, newEvent } from '../support/events.ts';
import {
  type Called,
  call,
  connect,
  HOUR,
  idsOf,
  type Running,
  start,
  withMilepost,
} from './support.ts';

const LIMIT = 40_000;
const description = 'd'.repeat(1000);

/** Each about as large as an event may be. */
const HUGE = Array.from({ length: 30 }, (_, index) =>
  newEvent({
    id: `huge-${index}`,
    source: 'huge',
    time: NOON - index * 1000,
    data: {
      description,
      log: 'line\n'.repeat(8000),
      files: Array.from({ length: 500 }, (_unused, file) => `src/file-${file}.ts`),
      nested: { deep: [{ text: 'x'.repeat(5000) }] },
    },
  }),
);
/** As long as their fields allow, of characters that are spelt out. */
const tag = '\u{e0041}';
const HOSTILE = Array.from({ length: 30 }, (_, index) =>
  newEvent({
    id: `${tag.repeat(190)}${index}`,
    type: `${tag.repeat(98)}${index + 10}`,
    source: `${tag.repeat(498)}${index + 10}`,
    subject: `${tag.repeat(48)}${index + 10}`,
    severity: 'CRITICAL',
    version: tag.repeat(50),
    dataschema: tag.repeat(500),
    datacontenttype: tag.repeat(200),
    time: NOON - HOUR - index * 1000,
    data: { description: tag.repeat(1000) },
    extensions: Object.fromEntries(
      Array.from({ length: 20 }, (_unused, extension) => [`x${extension}`, tag.repeat(500)]),
    ),
  }),
);
const MANY = Array.from({ length: 400 }, (_, index) =>
  newEvent({ id: `many-${index}`, source: `${'s'.repeat(480)}-${index}`, time: NOON - 2 * HOUR }),
);

describe('MCP answers', () => {
  let running: Running;
  let client: Client;
  before(async () => {
    running = await start([...HUGE, ...HOSTILE, ...MANY]);
    client = await connect(running.url, running.key);
  });
  after(async () => {
    await client.close();
    await running.close();
  });

  async function readAll(args: Record<string, unknown>): Promise<readonly Called[]> {
    const pages: Called[] = [];
    let cursor: unknown;
    do {
      const page = await call(client, 'query_events', { ...args, cursor });
      expect(page.isError, page.text).to.equal(false);
      expect(page.text.length).to.be.at.most(LIMIT);
      pages.push(page);
      cursor = page.structured['next_cursor'];
    } while (cursor !== undefined);
    return pages;
  }

  it('end a page early rather than pass the limit, and go on right behind it', async () => {
    const pages = await readAll({ source: 'huge', response_format: 'detailed', limit: 30 });
    expect(pages.length).to.be.above(1);
    expect(pages.flatMap(idsOf)).to.deep.equal(HUGE.map(({ id }) => id));
    expect(pages[0]?.structured).to.include({ truncated_by: 'characters', total: 30 });
    expect(pages.at(-1)?.structured).to.include({ has_more: false });
    expect(pages.at(-1)?.structured).not.to.have.any.keys('truncated_by', 'next_cursor');
  });

  it('keep the limit for names of any length and of any characters', async () => {
    const concise = await readAll({ severity: 'CRITICAL', limit: 100 });
    expect(concise.flatMap(idsOf)).to.have.lengthOf(HOSTILE.length);
    const detailed = await readAll({
      severity: 'CRITICAL',
      limit: 100,
      response_format: 'detailed',
    });
    expect(detailed.flatMap(idsOf)).to.have.lengthOf(HOSTILE.length);
    const many = await readAll({ subject: 'production', to: '-150m', limit: 100 });
    expect(many.flatMap(idsOf)).to.have.lengthOf(400);
  });

  it('shorten one huge event, and say so', async () => {
    const { text, structured } = await call(client, 'get_event', { id: 'huge-3' });
    expect(text.length).to.be.within(5000, LIMIT);
    const event = structured['event'] as { data: Record<string, unknown>; data_cut: string };
    expect(event.data_cut).to.match(/^shortened from \d{5} characters$/);
    expect(event.data['description']).to.equal(description);
    expect(event.data['log']).to.match(/^line\n.*… \(\d+ more characters\)$/s);
    expect((event.data['files'] as string[]).at(-1)).to.match(/^… \(\d+ more\)$/);
    expect(structured['previous']).to.include({ id: 'huge-4' });
  });

  it('keep the limit for one hostile event', async () => {
    const [first] = HOSTILE;
    const { text, isError } = await call(client, 'get_event', { id: first?.id });
    expect(isError, text.slice(0, 200)).to.equal(false);
    expect(text.length).to.be.at.most(LIMIT);
  });

  it('keep the limit where every name is hostile', async () => {
    await withMilepost(HOSTILE, {}, async (_running, visitor) => {
      const { text, isError } = await call(visitor, 'get_organization_context');
      expect(isError, text).to.equal(false);
      expect(text.length).to.be.at.most(LIMIT);
    });
  });

  it('keep the limit in every other tool', async () => {
    for (const [name, args] of [
      ['get_organization_context', {}],
      ['get_event_summary', { from: '-7d', group_by: 'source' }],
      ['get_event_summary', { from: '-7d', group_by: 'source', severity: ['CRITICAL'] }],
      ['list_event_subjects', { limit: 300 }],
      ['find_likely_causes', { window: '24h' }],
      ['get_delivery_metrics', { from: '-7d' }],
      ['get_state', { limit: 300 }],
      ['list_event_sources', { limit: 300 }],
      ['list_event_types', { limit: 300 }],
      ['query_events', { type: Array.from({ length: 50 }, (_, index) => tag.repeat(400 + index)) }],
    ] as const) {
      const { text, isError, structured } = await call(client, name, args);
      expect(isError, `${name}: ${text.slice(0, 200)}`).to.equal(false);
      expect(text.length, name).to.be.at.most(LIMIT);
      if (name === 'get_state') {
        expect(structured).to.include({ total: 401, truncated_by: 'characters', has_more: true });
      }
    }
  });

  it('keep the limit in resources and completions', async () => {
    for (const uri of [
      'timeline://context',
      'timeline://subjects/production/recent',
      'timeline://subjects/production/state',
      'timeline://events/huge-3',
    ]) {
      const { contents } = await client.readResource({ uri });
      const [content] = contents as { text: string }[];
      expect(content?.text.length, uri).to.be.within(100, LIMIT);
    }
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'deploy_readiness' },
      argument: { name: 'source', value: 's' },
    });
    expect(JSON.stringify(completion.values).length).to.be.within(1000, LIMIT);
    expect(completion).to.include({ total: 400, hasMore: true });
  });

  it('keep the limit for an event with many long notes, and count those left out', async () => {
    for (let note = 0; note < 20; note += 1) {
      const args = { id: 'huge-3', note: `${note} ${tag.repeat(900)}` };
      const written = await call(client, 'annotate_event', args);
      expect(written.isError, written.text).to.equal(false);
    }
    const { text, structured, isError } = await call(client, 'get_event', { id: 'huge-3' });
    expect(isError, text.slice(0, 200)).to.equal(false);
    expect(text.length).to.be.at.most(LIMIT);
    const shown = (structured['notes'] as unknown[]).length;
    expect(structured['more_notes']).to.equal(20 - shown);
  });
});
