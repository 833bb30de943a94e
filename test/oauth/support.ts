/** A person with a browser, and a client that asks them: what both do, over HTTP. */
import { createHash, randomBytes } from 'node:crypto';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect } from 'chai';
import type { TestMilepost } from '../support/milepost.ts';
import type { SignedIn } from '../support/person.ts';

export const CALLBACK = 'http://127.0.0.1:5555/callback';
export const MCP = '/api/mcp/mcp';

export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

async function read(response: Response): Promise<OAuthAnswer> {
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, body: JSON.parse(text) as OAuthAnswer['body'] };
}

/** From a place of its own each time, where `TRUST_PROXY` lets it say so: limits count by network. */
const fromAnywhere = () => ({ 'X-Forwarded-For': [10, ...randomBytes(3)].join('.') });

export async function post(url: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams(form);
  return read(await fetch(url, { method: 'POST', headers: fromAnywhere(), body }));
}

export async function register(url: string, metadata: object = {}): Promise<OAuthAnswer> {
  const headers = { 'Content-Type': 'application/json', ...fromAnywhere() };
  const all = { client_name: 'Claude', redirect_uris: [CALLBACK], ...metadata };
  const body = JSON.stringify(all);
  return read(await fetch(`${url}/oauth/register`, { method: 'POST', headers, body }));
}

export interface Pair {
  readonly verifier: string;
  readonly challenge: string;
}

export function newPair(): Pair {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** What a client asks for, right in every part; name what is to be otherwise, null what is to lack. */
export function requestOf(
  url: string,
  clientId: string,
  { challenge }: Pick<Pair, 'challenge'>,
  over: Readonly<Record<string, string | null>> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    resource: url + MCP,
    scope: 'timeline:read timeline:write',
    ...over,
  };
  const given = Object.entries(parameters).filter(
    (one): one is [string, string] => one[1] !== null,
  );
  return new URLSearchParams(given).toString();
}

export interface Question {
  readonly client: { readonly name: string; readonly mayWrite: boolean } | null;
  readonly refusal: { readonly message: string; readonly back: string | null } | null;
}

export const ask = (who: SignedIn, request: string) =>
  who.client.json<Question>('POST', '/api/v1/consent/lookup', { request });

export const decide = (who: SignedIn, request: string, allow: 'read' | 'write' | null = 'read') =>
  who.client.json<{ redirect: string }>('POST', '/api/v1/consent', { request, allow });

/** The parameters with which the browser comes to the client. */
export async function allowed(
  who: SignedIn,
  request: string,
  allow: 'read' | 'write' | null = 'read',
): Promise<URLSearchParams> {
  const { status, text, body } = await decide(who, request, allow);
  expect(status, text).to.equal(200);
  return new URL(body.data.redirect).searchParams;
}

export interface Granted {
  readonly clientId: string;
  readonly access: string;
  readonly refresh: string;
  readonly code: string;
  /** What the code was redeemed with. */
  readonly form: Readonly<Record<string, string>>;
}

/** The whole way, for a client that registers itself. */
export async function connectAssistant(
  { url }: Pick<TestMilepost, 'url'>,
  who: SignedIn,
  allow: 'read' | 'write' = 'read',
  metadata: object = {},
): Promise<Granted> {
  const clientId = String((await register(url, metadata)).body['client_id']);
  const pair = newPair();
  const code = String((await allowed(who, requestOf(url, clientId, pair), allow)).get('code'));
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: CALLBACK,
    code_verifier: pair.verifier,
    resource: url + MCP,
  };
  const { status, text, body } = await post(`${url}/oauth/token`, form);
  expect(status, text).to.equal(200);
  const [access, refresh] = [String(body['access_token']), String(body['refresh_token'])];
  return { clientId, access, refresh, code, form };
}

export const refreshed = (url: string, { clientId, refresh }: Granted, over = {}) =>
  post(`${url}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refresh,
    ...over,
  });

/** Lists the tools with a token, as an assistant does. */
export async function listTools(url: string, token: string): Promise<Response> {
  return fetch(url + MCP, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
}

/** An official client, and what it keeps. */
export interface Assistant {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  /** Where it sends the person. */
  sentTo(): URL;
  tokens(): OAuthTokens;
  /** Makes it hold something else. */
  setTokens(tokens: OAuthTokens): void;
  /** The same program, started again: it knows what it knew. */
  again(): Assistant;
}

export function newAssistant(url: string, clientMetadataUrl?: string): Assistant {
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let sent: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
    clientMetadata: { client_name: 'The official client', redirect_uris: [CALLBACK] },
    state: () => 'its state',
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (to) => {
      sent = to;
    },
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
  };
  const again = (): Assistant => ({
    client: new Client({ name: 'test', version: '1' }),
    transport: new StreamableHTTPClientTransport(new URL(url + MCP), { authProvider: provider }),
    sentTo: () => sent ?? expect.fail('it has sent nobody anywhere'),
    tokens: () => tokens ?? expect.fail('it holds no tokens'),
    setTokens: (given) => {
      tokens = given;
    },
    again,
  });
  return again();
}

export function connectTo({ client, transport }: Assistant): Promise<void> {
  return client.connect(transport as Transport);
}
