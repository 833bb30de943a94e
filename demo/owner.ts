/** Who owns the demo, made as a person would make it: by the set-up link, in a browser. */
import type { Started } from './server.ts';

export interface Owner {
  readonly password: string;
  /** Markdown for people and assistants who are new there. */
  readonly context: string;
}

/** Sends JSON as the owner, to a path behind `/api/v1`. Rejects with what the server says. */
export type AsOwner = (method: string, path: string, body: unknown) => Promise<Response>;

/** Makes the owner, names the organization and writes its business context. */
export async function createOwner(
  { url, setupToken }: Pick<Started, 'url' | 'setupToken'>,
  { password, context }: Owner,
): Promise<AsOwner> {
  const send = async (method: string, path: string, body: unknown, cookie = '') => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const made = await send('POST', '/set-up', {
    ...{ token: setupToken, name: 'Demo', email: 'demo@example.com', password },
    organization: 'Northwind',
  });
  const cookie = made.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const asOwner: AsOwner = (method, path, body) => send(method, path, body, cookie);
  await asOwner('PUT', '/settings/context', { text: context, version: 0 });
  return asOwner;
}
