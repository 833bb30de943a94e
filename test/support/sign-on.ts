/** An OpenID provider on this machine: the authorization code flow, with what may go wrong in it. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type Claims = Readonly<Record<string, unknown>>;

export const CLIENT = { id: 'milepost', secret: 'a secret of the client' } as const;

export interface TestProvider {
  /** The issuer, without a slash at the end. */
  readonly url: string;
  /** The settings that make a Milepost use it. */
  readonly env: Readonly<Record<string, string>>;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
  /** Who is signed in there from now on. */
  user: Claims;
  /** Claims of id tokens in place of the right ones. */
  wrong: Claims;
  /** Members of the discovery document in place of the right ones. */
  discovery: Claims;
  /** Claims that stand in no id token, and are asked for by themselves. */
  userInfo: Claims;
  /** What the token endpoint does. */
  mood: 'well' | 'broken' | 'silent';
  close(): Promise<void>;
}

interface Grant {
  readonly parameters: URLSearchParams;
  readonly user: Claims;
}

export const ADA: Claims = {
  sub: 'ada-at-the-issuer',
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada',
};

/** Starts on a free port. Consents to everything in the name of `user`. */
export async function startProvider(): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  const grants = new Map<string, Grant>();
  const requests: string[] = [];

  const authorize = (url: URL, res: ServerResponse): void => {
    const { searchParams: parameters } = url;
    const code = randomUUID();
    grants.set(code, { parameters, user: provider.user });
    const back = new URL(parameters.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', parameters.get('state') ?? '');
    back.searchParams.set('iss', issuer);
    res.writeHead(302, { Location: back.href }).end();
  };

  const token = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (provider.mood === 'silent') return;
    if (provider.mood === 'broken') return send(res, 500, {});
    const body = new URLSearchParams(await text(req));
    const grant = grants.get(body.get('code') ?? '');
    // A code is good once.
    grants.delete(body.get('code') ?? '');
    const credentials = `${encodeURIComponent(CLIENT.id)}:${encodeURIComponent(CLIENT.secret)}`;
    const isClient =
      req.headers.authorization ===
      `Basic ${Buffer.from(credentials.replaceAll('%20', '+')).toString('base64')}`;
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    if (!isClient) return send(res, 401, { error: 'invalid_client' });
    if (grant?.parameters.get('code_challenge') !== challenge) {
      return send(res, 400, { error: 'invalid_grant' });
    }
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: issuer, aud: CLIENT.id, iat: now, exp: now + 300, ...grant.user };
    const nonce = grant.parameters.get('nonce');
    const idToken = await new SignJWT({ ...right, nonce, ...provider.wrong })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(privateKey);
    send(res, 200, {
      ...{ access_token: randomUUID(), token_type: 'Bearer', expires_in: 300 },
      id_token: idToken,
    });
  };

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', issuer);
    requests.push(url.pathname);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send(res, 200, { ...describe(issuer), ...provider.discovery });
      case '/jwks':
        return send(res, 200, { keys: [jwk] });
      case '/authorize':
        return authorize(url, res);
      case '/token':
        return void token(req, res);
      case '/userinfo':
        return send(res, 200, { ...provider.user, ...provider.userInfo });
      default:
        return send(res, 404, {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: TestProvider = {
    url: issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example ID',
    },
    requests,
    user: ADA,
    wrong: {},
    discovery: {},
    userInfo: {},
    mood: 'well',
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return provider;
}

function describe(issuer: string): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
  };
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify(body));
}
