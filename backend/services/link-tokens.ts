/** What stands behind the `#` of a link: 256 bits, of which only the hash is kept. */
import { randomBytes } from 'node:crypto';
import { unauthorized } from '../errors.ts';
import type { LinkRecord, LinkStore } from '../store/account-port.ts';
import { hashSecret } from './keys.ts';

export interface NewLink {
  readonly token: string;
  readonly expiresAt: number;
}

export function newLinkToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashSecret(token) };
}

/** The link behind a token. Rejects with UNAUTHORIZED, in the same words whatever is wrong. */
export async function findLink(
  links: Pick<LinkStore, 'findByHash'>,
  kind: LinkRecord['kind'],
  token: string,
  now: number,
): Promise<LinkRecord> {
  const link = await links.findByHash(hashSecret(token));
  if (link === null || link.kind !== kind || link.expiresAt <= now) throw invalidLink();
  return link;
}

export function invalidLink(): Error {
  return unauthorized(
    'the link is not valid, was used or has expired; ask an owner of your organization for a new one',
  );
}
