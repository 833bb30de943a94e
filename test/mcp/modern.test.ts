/** Clients of the SDK's second line: they find the newest protocol that both sides know. */
import { expect } from 'chai';
import { connectModern, type Mode, type ModernClient } from '../support/mcp/modern-client.ts';
import { useMilepost } from './support.ts';

const PINNED = { pin: '2026-07-28' } as const;
const MODES: readonly (readonly [string, Mode | undefined, string])[] = [
  ['by default', undefined, 'legacy'],
  ['choosing by itself', 'auto', 'modern'],
  ['pinned to 2026-07-28', PINNED, 'modern'],
];

describe('MCP for clients of 2026-07-28', () => {
  if (connectModern === undefined) {
    it('is not tested here: test/tools is not installed');
    return;
  }
  const connect = connectModern;
  const { running } = useMilepost();

  for (const [name, mode, era] of MODES) {
    describe(name, () => {
      let client: ModernClient;
      before(async () => {
        client = await connect(running().url, running().readOnlyKey, mode);
      });
      after(() => client.close());

      it('agrees on a protocol, and is told what there is', () => {
        expect(client.getProtocolEra()).to.equal(era);
        expect(client.getServerVersion()?.name).to.equal('milepost');
        expect(client.getInstructions()).to.contain('untrusted').and.to.contain('35 events');
      });

      it('lists and calls tools', async () => {
        const { tools } = await client.listTools();
        expect(tools.map((tool) => tool.name)).to.include('query_events');
        expect(tools.map((tool) => tool.name)).not.to.include('record_event');
        const answer = await client.callTool({ name: 'get_event', arguments: { id: 'outage' } });
        expect(answer.structuredContent?.['event']).to.include({ type: 'incident' });
        const wrong = await client.callTool({ name: 'query_events', arguments: { limit: 0 } });
        expect(wrong.isError).to.equal(true);
        expect(wrong.content[0]?.text).to.contain('from 1 to 100');
      });

      it('reads resources, and is told what is not there', async () => {
        const { resources } = await client.listResources();
        expect(resources.map(({ uri }) => uri)).to.include('timeline://context');
        const { contents } = await client.readResource({ uri: 'timeline://events/outage' });
        expect(contents[0]?.text).to.contain('"incident"');
        const missing = { uri: 'timeline://events/nothing' };
        const error = await client.readResource(missing).then(
          () => undefined,
          (one: unknown) => one,
        );
        // This client makes the newer code of the older one.
        expect(error).to.include({ code: -32_602 });
        expect(error).to.have.deep.property('data', missing);
      });

      it('gets prompts, and completes their arguments', async () => {
        const { messages } = await client.getPrompt({
          ...{ name: 'what_changed', arguments: { subject: 'production' } },
        });
        expect(messages[0]?.content.text).to.contain('production');
        const { completion } = await client.complete({
          ref: { type: 'ref/prompt', name: 'what_changed' },
          argument: { name: 'subject', value: 'prod' },
        });
        expect(completion.values).to.deep.equal(['production']);
      });
    });
  }

  it('keeps no stream open, which would keep a server from stopping', async () => {
    const prefix = 'io.modelcontextprotocol';
    const _meta = {
      [`${prefix}/protocolVersion`]: PINNED.pin,
      [`${prefix}/clientCapabilities`]: {},
      [`${prefix}/clientInfo`]: { name: 'raw', version: '1' },
    };
    const method = 'subscriptions/listen';
    const params = { notifications: { toolsListChanged: true }, _meta };
    const response = await fetch(running().url, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${running().readOnlyKey}`, 'Content-Type': 'application/json' },
        ...{ 'Mcp-Protocol-Version': PINNED.pin, 'Mcp-Method': method },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    expect(await response.text()).to.contain('"resultType":"complete"');
  });

  it('asks for a key as always', async () => {
    const error = await connect(running().url, 'mp_none', PINNED).then(() => undefined, String);
    expect(error).to.match(/401|authoriz/i);
  });
});
