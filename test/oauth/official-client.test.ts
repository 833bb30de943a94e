/** The official client signs in by itself, from nothing but the address of the endpoint. */
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { expect } from 'chai';
import { useServer } from '../api/support.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { type Assistant, allowed, connectTo, newAssistant } from './support.ts';

describe('the official MCP client', () => {
  const server = useServer();
  let ada: SignedIn;
  before(async () => {
    ada = await signIn(server().milepost, 'owner');
  });

  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it was let in'),
      (error: unknown) => error,
    );

  /** As a browser: the authorization endpoint, then the page, then back with what it gives. */
  async function throughBrowser(assistant: Assistant, allow: 'read' | 'write'): Promise<void> {
    const page = await fetch(assistant.sentTo(), { redirect: 'manual' });
    expect(page.status).to.equal(303);
    const to = new URL(page.headers.get('location') ?? '', server().milepost.url);
    expect(to.pathname).to.equal('/consent');
    const answer = await allowed(ada, to.search.slice(1), allow);
    expect(answer.get('state')).to.equal('its state');
    expect(answer.get('iss')).to.equal(server().milepost.url);
    await assistant.transport.finishAuth(String(answer.get('code')));
  }

  async function signedIn(allow: 'read' | 'write'): Promise<Assistant> {
    const first = newAssistant(server().milepost.url);
    expect(await refusalOf(connectTo(first))).to.be.instanceOf(UnauthorizedError);
    await throughBrowser(first, allow);
    const second = first.again();
    await connectTo(second);
    return second;
  }

  it('signs in, and reads', async () => {
    const assistant = await signedIn('read');
    const { tools } = await assistant.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).to.include('query_events').and.not.to.include('record_event');
    const { isError } = await assistant.client.callTool({ name: 'get_organization_context' });
    expect(isError).not.to.equal(true);
    expect(assistant.tokens().scope).to.equal('timeline:read');
    await assistant.client.close();
  });

  it('writes where it was allowed to, and is told so', async () => {
    const assistant = await signedIn('write');
    expect(assistant.tokens().scope).to.equal('timeline:read timeline:write');
    const event = { type: 'deployment', source: 'shop', subject: 'production' };
    const written = await assistant.client.callTool({ name: 'record_event', arguments: event });
    expect(written.isError, JSON.stringify(written)).not.to.equal(true);
    expect((await server().milepost.events())[0]).to.include(event);
    await assistant.client.close();
  });

  it('takes a new token by itself when the old one is good no longer', async () => {
    const assistant = await signedIn('read');
    const before = assistant.tokens();
    await assistant.client.close();
    assistant.setTokens({ ...before, access_token: 'mpo_gone' });
    const later = assistant.again();
    await connectTo(later);
    expect(later.tokens().access_token).not.to.be.oneOf([before.access_token, 'mpo_gone']);
    expect(later.tokens().refresh_token).not.to.equal(before.refresh_token);
    await later.client.close();
  });

  it('comes in with an API key as before', async () => {
    const { url, readKey } = server().milepost;
    const assistant = newAssistant(url);
    assistant.setTokens({ access_token: readKey, token_type: 'Bearer' });
    await connectTo(assistant);
    await assistant.client.close();
  });
});
