/**
 * An issuer of id tokens on this machine, as GitHub Actions and GitLab are: a discovery document,
 * public keys, and GitHub's endpoint where a job asks for its token.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

type Claims = Readonly<Record<string, unknown>>;

export interface TestIssuerOptions {
  /** Of every token, before those that `sign` is given. */
  readonly claims?: Claims;
  /** ms since the Unix epoch. */
  readonly clock?: () => number;
}

export interface TestIssuer {
  /** The `iss` of its tokens, without a slash at the end. */
  readonly url: string;
  /** As `ACTIONS_ID_TOKEN_REQUEST_URL` and `ACTIONS_ID_TOKEN_REQUEST_TOKEN`. */
  readonly requestUrl: string;
  readonly requestToken: string;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
  /** A token that is good for five minutes; a claim that is undefined is left out. */
  sign(claims?: Claims): Promise<string>;
  /** Signs by another key from now on, and publishes that one only. */
  rotate(): Promise<void>;
  /** The key that is published now, as PEM. */
  publicKey(): Promise<string>;
  /** What it says of itself from now on; absent members are as they should be. */
  describe(discovery: Claims): void;
  /** Whether it answers each question with 500. */
  breakDown(isDown: boolean): void;
  close(): Promise<void>;
}

const ALGORITHM = 'RS256';
const REQUEST_TOKEN = 'request-token';

interface SigningKey {
  readonly pair: Awaited<ReturnType<typeof generateKeyPair>>;
  readonly jwk: JWK;
}

async function newKey(serial: number): Promise<SigningKey> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: `key-${serial}`, use: 'sig' };
  return { pair, jwk: { ...jwk, alg: ALGORITHM } };
}

/** Starts on a free port. */
export async function startIssuer(options: TestIssuerOptions = {}): Promise<TestIssuer> {
  const { claims: common = {}, clock = Date.now } = options;
  const requests: string[] = [];
  let key = await newKey(1);
  let serial = 1;
  let isDown = false;
  let own: Claims = {};

  const sign: TestIssuer['sign'] = (claims = {}) => {
    const now = Math.floor(clock() / 1000);
    const times = { iat: now, nbf: now - 5, exp: now + 300 };
    return new SignJWT({ iss: url, sub: 'a job', ...times, ...common, ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: String(key.jwk.kid), typ: 'JWT' })
      .sign(key.pair.privateKey);
  };

  const answers: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: url,
      jwks_uri: `${url}/.well-known/jwks`,
      id_token_signing_alg_values_supported: [ALGORITHM],
      ...own,
    }),
    '/.well-known/jwks': () => ({ keys: [key.jwk] }),
    '/token': async (query) => ({ value: await sign({ aud: query.get('audience') ?? undefined }) }),
  };

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', url);
    requests.push(pathname);
    if (isDown) return send(res, 500, {});
    const isAllowed =
      pathname !== '/token' || req.headers.authorization === `Bearer ${REQUEST_TOKEN}`;
    const make = answers[pathname];
    if (make === undefined) send(res, 404, {});
    else if (isAllowed) send(res, 200, await make(searchParams));
    else send(res, 401, {});
  };

  const server = createServer((req, res) => void answer(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    requestUrl: `${url}/token?api-version=2.0`,
    requestToken: REQUEST_TOKEN,
    requests,
    sign,
    rotate: async () => {
      serial += 1;
      key = await newKey(serial);
    },
    publicKey: () => exportSPKI(key.pair.publicKey),
    describe: (discovery) => {
      own = discovery;
    },
    breakDown: (down) => {
      isDown = down;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}
