import { expect } from 'chai';
import { startKeyProxy } from '../support/mcp/key-proxy.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { openTestStore } from '../support/store.ts';
import { call, connect } from './support.ts';

describe('MCP on two servers, taken in turn', () => {
  it('goes on where it was: nothing is kept between requests', async () => {
    const store = await openTestStore();
    const servers: TestMilepost[] = [];
    for (let index = 0; index < 2; index += 1) {
      const open = async () => ({ ...store, close: async () => undefined });
      servers.push(await startMilepost({ open }));
    }
    const [first] = servers;
    const proxy = await startKeyProxy(
      servers.map(({ url }) => url),
      first?.key ?? '',
    );
    const client = await connect(`${proxy.url}/api/mcp/mcp`, 'added-by-the-proxy');
    try {
      for (let index = 0; index < 6; index += 1) {
        const event = { type: 'deployment', source: 'shop', id: `e-${index}`, time: '-1m' };
        expect((await call(client, 'record_event', event)).text).to.contain('"created":true');
      }
      let cursor: unknown;
      const seen = new Set<string>();
      do {
        const { structured } = await call(client, 'query_events', { limit: 2, cursor });
        for (const { id } of structured['events'] as { id: string }[]) seen.add(id);
        cursor = structured['next_cursor'];
      } while (cursor !== undefined);
      expect([...seen]).to.have.members(['e-0', 'e-1', 'e-2', 'e-3', 'e-4', 'e-5']);
    } finally {
      await client.close();
      await proxy.close();
      for (const server of servers) await server.close();
      await store.close();
    }
  });
});
