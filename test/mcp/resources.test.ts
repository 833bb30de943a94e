import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'chai';
import { NOON, newEvent } from '../support/events.ts';
import { connect, HOUR, TIMELINE, useMilepost } from './support.ts';

const SUBJECT = 'prod/eu west';

describe('MCP resources', () => {
  const { ask, client, running } = useMilepost([
    ...TIMELINE,
    newEvent({ id: 'a/b c', subject: SUBJECT, source: 'edge', time: NOON - HOUR }),
    newEvent({ id: 'hid\u202eden', source: 'edge', time: NOON - HOUR }),
  ]);
  let other: Client;
  before(async () => {
    other = await connect(running().url, running().otherKey);
  });
  after(() => other.close());

  async function read(uri: string, by = client()) {
    const { contents } = await by.readResource({ uri });
    const [content] = contents as { uri: string; mimeType: string; text: string }[];
    if (content === undefined) throw new Error('nothing was read');
    expect(content.uri).to.equal(uri);
    return content;
  }
  const refusal = (uri: string, by = client()) =>
    by.readResource({ uri }).then(
      () => expect.fail(`${uri} was read`),
      (error: unknown) => error as { code: number; message: string; data: unknown },
    );

  it('are listed, with what each is for', async () => {
    const { resources } = await client().listResources();
    expect(resources.map(({ uri }) => uri)).to.deep.equal([
      'timeline://context',
      'timeline://schema/event',
      'timeline://guide/queries',
    ]);
    const { resourceTemplates } = await client().listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.deep.equal([
      'timeline://events/{id}',
      'timeline://subjects/{subject}/state',
      'timeline://subjects/{subject}/recent',
    ]);
    for (const one of [...resources, ...resourceTemplates]) {
      expect(one.title, one.name).to.be.a('string').and.not.equal('');
      expect(one.description, one.name).to.match(/\.$/);
      expect(one.mimeType, one.name).to.match(/^\w+\/[\w+]+$/);
    }
  });

  it('say the same as the tools', async () => {
    const same = [
      ['timeline://context', 'get_organization_context', {}],
      ['timeline://events/outage', 'get_event', { id: 'outage' }],
      ['timeline://subjects/production/state', 'get_state', { subject: 'production' }],
      [
        'timeline://subjects/production/recent',
        'query_events',
        { subject: 'production', from: '1970-01-01T00:00:00Z' },
      ],
    ] as const;
    for (const [uri, tool, args] of same) {
      expect((await read(uri)).text, uri).to.equal((await ask(tool, args)).text);
    }
  });

  it('give the form of an event, and a guide', async () => {
    const schema = await read('timeline://schema/event');
    expect(JSON.parse(schema.text).required).to.deep.equal([
      'specversion',
      'type',
      'source',
      'time',
    ]);
    const guide = await read('timeline://guide/queries');
    expect(guide.mimeType).to.equal('text/markdown');
    const { tools } = await client().listTools();
    for (const { name } of tools) expect(guide.text, name).to.contain(name);
  });

  it('take names that are written in percent, and those that hide something', async () => {
    const state = await read(`timeline://subjects/${encodeURIComponent(SUBJECT)}/state`);
    expect(JSON.parse(state.text).rows).to.have.length(1);
    expect((await read(`timeline://events/${encodeURIComponent('a/b c')}`)).text).to.contain(
      'edge',
    );
    const shown = encodeURIComponent('hid\\u{202e}den');
    expect((await read(`timeline://events/${shown}`)).text).not.to.contain('\u202e');
  });

  it('that are not there are named as such', async () => {
    for (const uri of [
      'timeline://events/nothing',
      'timeline://events/a/b c',
      'timeline://events/',
      'timeline://events/%E0%A4%A',
      'timeline://subjects/nowhere/state',
      'timeline://subjects/nowhere/recent',
      'timeline://subjects/production/other',
      'timeline://nothing',
      'file:///etc/passwd',
    ]) {
      const { code, message, data } = await refusal(uri);
      expect(code, uri).to.equal(-32_002);
      expect(data, uri).to.deep.equal({ uri });
      expect(message, uri).to.contain('there is no');
    }
  });

  it('need a source where events share an id', async () => {
    const { code, message } = await refusal('timeline://events/twin');
    expect(code).to.equal(-32_602);
    expect(message).to.contain('source');
  });

  it('of another organization are not there', async () => {
    const foreign = `timeline://subjects/${encodeURIComponent(SUBJECT)}`;
    for (const uri of ['timeline://events/outage', `${foreign}/state`, `${foreign}/recent`]) {
      await read(uri);
      expect((await refusal(uri, other)).code, uri).to.equal(-32_002);
    }
    expect((await refusal('timeline://events/secret')).code).to.equal(-32_002);
    expect((await read('timeline://context', other)).text).not.to.contain('billing');
  });

  describe('are completed', () => {
    const complete = async (uri: string, name: string, value: string, by = client()) => {
      const ref = { type: 'ref/resource' as const, uri };
      return (await by.complete({ ref, argument: { name, value } })).completion;
    };

    it('from ids and subjects in use, those that begin with the text first', async () => {
      const ids = await complete('timeline://events/{id}', 'id', 'event-2');
      expect(ids.values.slice(0, 3)).to.deep.equal(['event-29', 'event-28', 'event-27']);
      expect(ids).to.include({ total: ids.values.length, hasMore: false });
      const subjects = await complete('timeline://subjects/{subject}/state', 'subject', 'PRO');
      expect(subjects.values).to.deep.equal(['production', SUBJECT]);
      const hidden = await complete('timeline://events/{id}', 'id', 'hid');
      expect(hidden.values).to.deep.equal(['hid\\u{202e}den']);
    });

    it('from the own organization only', async () => {
      const ids = await complete('timeline://events/{id}', 'id', '', other);
      expect(ids.values).to.deep.equal(['secret']);
    });

    it('and nothing else is', async () => {
      for (const [uri, name] of [
        ['timeline://events/{id}', 'other'],
        ['timeline://events/{id}', 'constructor'],
        ['timeline://nothing/{id}', 'id'],
      ] as const) {
        const error = await complete(uri, name, '').then(
          () => expect.fail('completed'),
          (one: unknown) => one,
        );
        expect(error).to.include({ code: -32_602 });
      }
    });
  });
});
