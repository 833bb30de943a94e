/** A certified OpenID provider, from test/tools, on this machine: https://github.com/panva/node-oidc-provider */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';

const TOOLS = new URL('../tools/package.json', import.meta.url);

export interface RealProvider {
  readonly url: string;
  /** The client that it knows, as settings of Milepost. */
  readonly env: Readonly<Record<string, string>>;
  /** Begins to serve, once it is known where browsers are to be sent back to. */
  serve(redirectUri: string): Promise<void>;
  close(): Promise<void>;
}

interface Provider {
  callback(): RequestListener;
}
type ProviderModule = {
  readonly Provider: new (issuer: string, configuration: object) => Provider;
};

/** It wants Node.js 22, of which it uses this alone. */
function standInForParse(): void {
  if ('parse' in URL) return;
  const parse = (text: string, base?: string) =>
    URL.canParse(text, base) ? new URL(text, base) : null;
  Object.assign(URL, { parse });
}

/** Why there is none here, in one line; null where there is one. */
export function whyNoProvider(): string | null {
  const isThere = existsSync(new URL('node_modules/oidc-provider', TOOLS));
  return isThere ? null : 'no OpenID provider: run npm ci in test/tools';
}

/** Whoever signs in there has the address that they type, verified. */
export async function reserveProvider(): Promise<RealProvider> {
  let answer: RequestListener = (_req, res) => res.writeHead(503).end();
  const server = createServer((req, res) => answer(req, res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    env: {
      ...{
        OIDC_ISSUER: url,
        OIDC_CLIENT_ID: 'milepost',
        OIDC_CLIENT_SECRET: 'a secret of the client',
      },
      OIDC_NAME: 'Acme ID',
    },
    serve: async (redirectUri) => {
      standInForParse();
      const path = createRequire(TOOLS).resolve('oidc-provider');
      const { Provider } = (await import(pathToFileURL(path).href)) as ProviderModule;
      const provider = new Provider(url, {
        clients: [
          {
            client_id: 'milepost',
            client_secret: 'a secret of the client',
            redirect_uris: [redirectUri],
          },
        ],
        claims: { email: ['email', 'email_verified'], profile: ['name'] },
        pkce: { required: () => true },
        cookies: { keys: ['a key of tests'] },
        findAccount: (_: unknown, id: string) => ({
          accountId: id,
          claims: () => ({ sub: id, email: id, email_verified: true, name: 'Ada Lovelace' }),
        }),
      });
      answer = provider.callback();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
