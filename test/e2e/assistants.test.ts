/** An assistant comes in, as a person with a real browser lets it; and goes. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { describeDashboard, isLive, openSettings, signInAs } from '../dashboard/world.ts';
import {
  connectTo,
  listTools,
  newAssistant,
  newPair,
  post,
  register,
  requestOf,
} from '../oauth/support.ts';
import { findViolations, until } from '../support/browser.ts';

describeDashboard('assistants in the console', ({ server, open }) => {
  let program: Server;
  let came: URLSearchParams[];
  let callback: string;
  before((done) => {
    program = createServer((req, res) => {
      came.push(new URL(req.url ?? '', 'http://program').searchParams);
      res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>You can close this</h1>');
    });
    program.listen(0, '127.0.0.1', done);
  });
  after(() => {
    program.closeAllConnections();
    program.close();
  });
  beforeEach(() => {
    came = [];
    callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  });

  async function newClient(name: string): Promise<string> {
    const metadata = { client_name: name, redirect_uris: ['http://127.0.0.1/callback'] };
    return String((await register(server().baseUrl, metadata)).body['client_id']);
  }
  const authorize = (request: string) => `${server().baseUrl}/oauth/authorize?${request}`;

  it('come in by a person who signs in first, and go by a press of a button', async () => {
    const { baseUrl } = server();
    const { email } = await server().newPerson('member');
    const clientId = await newClient('Claude Code');
    const pair = newPair();
    const page = await open(server());
    await page.goto(authorize(requestOf(baseUrl, clientId, pair, { redirect_uri: callback })));
    await signInAs(page, email);
    await page.getByText('Claude Code').waitFor();
    expect(await findViolations(page)).to.deep.equal([]);
    expect(await page.getByText('Default organization').isVisible()).to.equal(true);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('You can close this').waitFor();
    const [answer] = came;
    expect([answer?.get('iss'), answer?.get('state')]).to.deep.equal([baseUrl, 'a state']);

    const { body } = await post(`${baseUrl}/oauth/token`, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: answer?.get('code') ?? '',
      code_verifier: pair.verifier,
    });
    expect(body['scope']).to.equal('timeline:read');
    const access = String(body['access_token']);
    expect((await listTools(baseUrl, access)).status).to.equal(200);

    await page.goto(`${baseUrl}/settings/connections`);
    await page.getByText('Claude Code').first().waitFor();
    await page.getByRole('button', { name: 'Disconnect Claude Code' }).click();
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText('No assistant has been let in yet').waitFor();
    expect((await listTools(baseUrl, access)).status).to.equal(401);
  });

  it('get to write only where somebody chooses that, and nothing when they say no', async () => {
    const { baseUrl } = server();
    const { email } = await server().newPerson('member');
    const clientId = await newClient('Writer');
    const request = () => requestOf(baseUrl, clientId, newPair(), { redirect_uri: callback });
    const page = await open(server());
    await page.goto(authorize(request()));
    await signInAs(page, email);
    await page.getByLabel('record events').check();
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByText('You can close this').waitFor();
    await page.goto(`${baseUrl}/settings/connections`);
    // A code that nobody redeems is a connection for a minute.
    await page.getByText('read and write').waitFor();
    await page.goto(authorize(request()));
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByText('You can close this').waitFor();
    expect(came.at(-1)?.get('error')).to.equal('access_denied');
    expect(came.at(-1)?.get('code')).to.equal(null);
  });

  it('have names that stay text, and go nowhere unasked when they ask wrongly', async () => {
    const { baseUrl } = server();
    const { email } = await server().newPerson('owner');
    const clientId = await newClient('<img src=x onerror=alert(1)>\u202eevil');
    const page = await open(server());
    await page.goto(authorize(requestOf(baseUrl, clientId, newPair(), { redirect_uri: callback })));
    await signInAs(page, email);
    await page.getByText('<img src=x onerror=alert(1)>evil').waitFor();
    const wrong = { redirect_uri: callback, code_challenge: null };
    await page.goto(authorize(requestOf(baseUrl, clientId, newPair(), wrong)));
    await page.getByText('code_challenge is required').waitFor();
    expect(came).to.have.length(0);
    await page.getByRole('link', { name: 'Tell the assistant' }).click();
    await page.getByText('You can close this').waitFor();
    expect(came[0]?.get('error')).to.equal('invalid_request');
    const evil = { redirect_uri: 'https://evil.example/' };
    await page.goto(authorize(requestOf(baseUrl, clientId, newPair(), evil)));
    await page.getByText('none of those of the client').waitFor();
    expect(await page.getByRole('link', { name: 'Tell the assistant' }).count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Allow', exact: true }).count()).to.equal(0);
  });

  it('are let in by people alone, not by a screen with a key', async () => {
    const clientId = await newClient('Claude');
    const page = await open(server(), { key: server().key });
    await page.goto(authorize(requestOf(server().baseUrl, clientId, newPair())));
    await page.getByRole('button', { name: 'Sign in with a password' }).waitFor();
    expect(await page.getByRole('button', { name: 'Allow', exact: true }).count()).to.equal(0);
  });

  it('are told how to connect by the address that works, with a key where they take one', async () => {
    const { baseUrl } = server();
    const { email } = await server().newPerson('owner');
    const page = await open(server());
    await page.goto(baseUrl);
    await signInAs(page, email);
    await isLive(page);
    await openSettings(page, 'Connections');
    const snippet = page.locator('.steps code').first();
    expect(await snippet.textContent()).to.equal(
      `claude mcp add --transport http milepost ${baseUrl}/api/mcp/mcp`,
    );
    await page.getByLabel('ChatGPT').check();
    await page.getByText('calls from the internet').waitFor();
    await page.getByLabel('Cursor').check();
    await page.getByLabel('With an API key').check();
    await page.getByRole('button', { name: 'Make a key' }).click();
    await until(page, `/mp_\\w{46}/.test(document.querySelector('.steps code').textContent)`);
    const { mcpServers } = JSON.parse((await snippet.textContent()) ?? '') as {
      mcpServers: { milepost: { url: string; headers: { Authorization: string } } };
    };
    const { url, headers } = mcpServers.milepost;
    expect(url).to.equal(`${baseUrl}/api/mcp/mcp`);
    const assistant = newAssistant(baseUrl);
    assistant.setTokens({
      access_token: headers.Authorization.replace('Bearer ', ''),
      token_type: 'Bearer',
    });
    await connectTo(assistant);
    await assistant.client.close();
    expect(await findViolations(page)).to.deep.equal([]);
  });
});
