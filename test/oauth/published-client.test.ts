/** Clients that are known by the address of what they publish about themselves. */
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { expect } from 'chai';
import { useServer } from '../api/support.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { allowed, ask, CALLBACK, connectTo, newAssistant, newPair, requestOf } from './support.ts';

const ID = 'https://client.example/oauth/metadata.json';
const WEB = 'https://client.example/callback';
const ELSEWHERE = 'https://else.example/callback';
const DOCUMENT = {
  client_id: ID,
  client_name: 'Claude Code',
  redirect_uris: [CALLBACK, WEB, ELSEWHERE],
  token_endpoint_auth_method: 'none',
};

describe('A client with a metadata document', () => {
  let document: unknown;
  let asked: string[];
  const server = useServer({
    clientDocuments: {
      read: async (url) => {
        asked.push(url.href);
        if (document === null) throw new Error(`${url.href} answers with status 404`);
        return document;
      },
    },
  });
  let owner: SignedIn;
  before(async () => {
    owner = await signIn(server().milepost, 'owner');
  });
  beforeEach(() => {
    document = DOCUMENT;
    asked = [];
  });
  const request = (over = {}) => requestOf(server().milepost.url, ID, newPair(), over);
  const lookUp = async (over = {}) => (await ask(owner, request(over))).body.data;

  it('is verified where its own host gets the answer, and nowhere else', async () => {
    const isVerified = async (redirect_uri: string) => (await lookUp({ redirect_uri })).client;
    expect(await isVerified(WEB)).to.include({ isVerified: true, place: 'client.example' });
    expect(await isVerified(ELSEWHERE)).to.include({ isVerified: false, place: 'else.example' });
    expect(await isVerified(CALLBACK)).to.include({ isVerified: false, place: 'this computer' });
  });

  for (const [name, given, reason] of [
    ['that is not there', null, 'status 404'],
    ['about another', { ...DOCUMENT, client_id: `${ID}?x` }, 'not about itself'],
    ['about nobody', { ...DOCUMENT, client_id: undefined }, 'not about itself'],
    [
      'of a client with a secret',
      { ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' },
      'must be none',
    ],
    ['without addresses', { ...DOCUMENT, redirect_uris: [] }, 'redirect_uris'],
    ['that is no object', [DOCUMENT], 'JSON object'],
  ] as const) {
    it(`is refused with one ${name}`, async () => {
      document = given;
      const { client, refusal } = await lookUp();
      expect(client).to.equal(null);
      expect(refusal?.back).to.equal(null);
      expect(refusal?.message).to.contain(reason);
    });
  }

  it('is not asked about for strangers', async () => {
    await fetch(`${server().milepost.url}/oauth/authorize?${request()}`, { redirect: 'manual' });
    const body = JSON.stringify({ request: request() });
    const headers = { 'Content-Type': 'application/json' };
    for (const path of ['/api/v1/consent/lookup', '/api/v1/consent']) {
      await fetch(server().milepost.url + path, { method: 'POST', headers, body });
    }
    expect(asked).to.deep.equal([]);
  });

  it('signs in without registering, as the official client does', async () => {
    const assistant = newAssistant(server().milepost.url, ID);
    const refusal = await connectTo(assistant).catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(UnauthorizedError);
    expect(assistant.sentTo().searchParams.get('client_id')).to.equal(ID);
    const answer = await allowed(owner, assistant.sentTo().search.slice(1));
    await assistant.transport.finishAuth(String(answer.get('code')));
    const later = assistant.again();
    await connectTo(later);
    await later.client.close();
    const [connection] = await server().milepost.store.connections.list('default');
    expect(connection).to.include({ clientId: ID, clientName: 'Claude Code' });
  });
});

describe('A client with a metadata document, where none is fetched', () => {
  const server = useServer({ env: { OAUTH: 'offline' } });

  it('is told to register', async () => {
    const { milepost } = server();
    const owner = await signIn(milepost, 'owner');
    const { body } = await ask(owner, requestOf(milepost.url, ID, newPair()));
    expect(body.data.refusal?.message).to.contain('register the client instead');
  });
});
