import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'chai';
import { NOON, newEvent } from '../support/events.ts';
import { call, connect, HOUR, NOW, useMilepost, withMilepost } from './support.ts';

const WRITE_TOOLS = ['record_event', 'annotate_event'];

describe('MCP tools that write', () => {
  const { ask, client, running } = useMilepost([
    newEvent({ id: 'v1', version: '1.0.0', time: NOON - 3 * HOUR }),
    newEvent({ id: 'v2', version: '2.0.0', time: NOON - 2 * HOUR }),
    newEvent({ organization: 'other', id: 'secret', source: 'shop' }),
  ]);
  let writer: Client;
  before(async () => {
    writer = await connect(running().url, running().key);
  });
  after(() => writer.close());
  const write = (name: string, args: Record<string, unknown>) => call(writer, name, args);
  const stored = async (id: string) => {
    const { structured } = await ask('get_event', { id });
    return structured as Record<string, Record<string, unknown>>;
  };

  it('are listed for keys that may write, marked as what they are', async () => {
    const { tools } = await writer.listTools();
    const listed = tools.filter(({ name }) => WRITE_TOOLS.includes(name));
    expect(listed.map(({ name }) => name)).to.deep.equal(WRITE_TOOLS);
    for (const { name, annotations, description } of listed) {
      expect(annotations, name).to.include({ readOnlyHint: false, destructiveHint: false });
      expect(description, name).to.contain('Use only when the user asked');
    }
    expect(writer.getInstructions()).to.contain('record_event');
  });

  it('are neither listed nor run nor spoken of for keys that only read', async () => {
    const { tools } = await client().listTools();
    expect(tools.map(({ name }) => name)).not.to.include.members(WRITE_TOOLS);
    expect(client().getInstructions()).not.to.contain('record_event');
    for (const name of WRITE_TOOLS) {
      const args = { type: 'x', source: 'x', id: 'v1', note: 'x' };
      const { isError, text } = await ask(name, args);
      expect(isError).to.equal(true);
      expect(text).to.contain(`There is no tool "${name}" for this API key`);
    }
    const { structured } = await ask('query_events', { source: 'x', from: '-30d' });
    expect(structured['total']).to.equal(0);
  });

  describe('record_event', () => {
    it('stores an event as every other way does, once for its id', async () => {
      const event = {
        ...{ type: 'config-change', source: 'shop', subject: 'production', severity: 'LOW' },
        ...{ id: 'vat', description: 'VAT of 2026', data: { ticket: 'SHOP-7' } },
      };
      const first = await write('record_event', event);
      expect(first.structured, first.text).to.deep.include({ created: true });
      expect(first.structured['url']).to.match(/\?event=vat&eventSource=shop$/);
      expect((await write('record_event', event)).structured).to.include({ created: false });
      const { event: kept } = await stored('vat');
      expect(kept).to.deep.include({
        ...{ type: 'config-change', severity: 'LOW', time: new Date(NOW).toISOString() },
        data: { ticket: 'SHOP-7', description: 'VAT of 2026' },
      });
      const other = await write('record_event', { ...event, description: 'something else' });
      expect(other.isError).to.equal(true);
      expect(other.text).to.contain('different content (data)');
    });

    it('takes times in every form that questions take', async () => {
      const times = [
        ['-10m', NOW - 600_000],
        ['2026-01-15T10:00:00+01:00', NOON - 3 * HOUR],
        ['2026-01-15T10:00', NOON - 3 * HOUR],
      ] as const;
      for (const [index, [time, ms]] of times.entries()) {
        const args = { type: 'clock-change', source: 'clock', id: `t${index}`, time };
        await write('record_event', { ...args, timezone: 'Europe/Berlin' });
        expect((await stored(`t${index}`))['event']?.['time']).to.equal(new Date(ms).toISOString());
      }
      const wrong = await write('record_event', { type: 'x', source: 'x', time: 'yesterday' });
      expect(wrong.text).to.match(/^time: .*-2h/);
    });

    it('links what it takes back', async () => {
      const back = { type: 'rollback', source: 'shop', subject: 'production', version: '1.0.0' };
      await write('record_event', { ...back, id: 'back', rolls_back: 'v2' });
      expect(await stored('back')).to.include({ rolls_back: 'v2' });
      expect((await stored('v2'))['rolled_back_by']).to.include({ id: 'back', version: '1.0.0' });
      expect(await stored('v1')).not.to.have.property('rolled_back_by');
      const none = await write('record_event', { ...back, rolls_back: 'secret' });
      expect(none.text).to.contain('rolls_back: there is no event "secret"');
    });

    it('says everything that is wrong', async () => {
      const { text, isError } = await write('record_event', {
        ...{ type: 't'.repeat(101), source: 's', subject: 'e'.repeat(51), severity: 'HIGH' },
      });
      expect(isError).to.equal(true);
      expect(text).to.contain('severity: must be one of LOW, MINOR, MAJOR, CRITICAL');
      const long = { type: 't'.repeat(101), source: 's', subject: 'e'.repeat(51) };
      const lengths = (await write('record_event', long)).text;
      expect(lengths).to.contain('type: must be at most 100').and.to.contain('subject: must be at');
      const missing = await write('record_event', { type: 'deployment' });
      expect(missing.text).to.equal('source: is required');
    });

    it('keeps the limits of events', async () => {
      const large = { type: 'x', source: 'x', data: { text: 'x'.repeat(70_000) } };
      expect((await write('record_event', large)).text).to.contain('at most 65536 are accepted');
      const env = { INGEST_RATE_LIMIT: '1' };
      await withMilepost([], { env }, async (_running, limited) => {
        const answers = [];
        for (let index = 0; index < 3; index += 1) {
          answers.push(await call(limited, 'record_event', { type: 'x', source: 'x' }));
        }
        expect(answers.some(({ text }) => text.startsWith('too much: at most 1'))).to.equal(true);
      });
    });
  });

  describe('annotate_event', () => {
    it('writes a note that get_event shows along, once', async () => {
      const args = { id: 'v1', note: 'Cause of INC-7\u202e' };
      const { structured, text } = await write('annotate_event', args);
      expect(structured, text).to.include({ created: true });
      expect((await write('annotate_event', args)).structured).to.include({ created: false });
      const { notes } = await stored('v1');
      expect(notes).to.have.length(1);
      expect(notes?.[0]).to.deep.include({ text: 'Cause of INC-7\\u{202e}' });
      expect(await stored('v2')).not.to.have.property('notes');
    });

    it('is no change that could be the cause of anything, and no neighbour', async () => {
      const { structured } = await ask('find_likely_causes', { subject: 'production' });
      expect(JSON.stringify(structured['causes'])).not.to.contain('note');
      expect((await stored('back'))['next']).to.equal(undefined);
    });

    it('finds no event of another organization', async () => {
      const { text, isError } = await write('annotate_event', { id: 'secret', note: 'x' });
      expect(isError).to.equal(true);
      expect(text).to.contain('there is no event "secret"');
    });
  });
});
