import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'chai';
import { call, connect, idsOf, useMilepost } from './support.ts';

describe('MCP and other organizations', () => {
  const { ask, running } = useMilepost();
  let other: Client;
  before(async () => {
    other = await connect(running().url, running().otherKey);
  });
  after(() => other.close());

  it('shows an organization its own events only', async () => {
    expect(idsOf(await call(other, 'query_events', { from: '-90d' }))).to.deep.equal(['secret']);
    const context = await call(other, 'get_organization_context');
    expect(context.structured).to.include({ total_events: 1 });
    expect(context.text).not.to.contain('billing');
    const state = await call(other, 'get_state');
    expect(state.structured['rows']).to.deep.equal([]);
  });

  it('finds no event of another, with or without its source', async () => {
    const foreign = await call(other, 'get_event', { id: 'old' });
    expect(foreign.isError).to.equal(true);
    expect(foreign.text).to.contain('there is no event "old"');
    const own = await ask('get_event', { id: 'secret', source: 'secret-source' });
    expect(own.isError).to.equal(true);
    expect(own.text).to.contain('there is no event "secret"');
  });

  it('keeps the values of another out of hints', async () => {
    const { text } = await ask('query_events', { type: 'secret-typ', source: 'secret-sourc' });
    expect(text).not.to.contain('"secret-type');
    expect(text).not.to.contain('secret-source');
  });

  it('refuses the cursor of another', async () => {
    const { structured } = await ask('query_events', { limit: 1 });
    const cursor = structured['next_cursor'];
    const stolen = await call(other, 'query_events', { limit: 1, cursor });
    expect(stolen.isError).to.equal(true);
    expect(stolen.text).to.contain('belongs to other arguments');
  });
});
