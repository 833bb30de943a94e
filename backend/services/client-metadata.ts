/** What a client says about itself, registered or published: RFC 7591, 2. Pure. */
import type { OAuthClient } from '../model/oauth.ts';
import { isSafeRedirect, placeOfRedirect } from '../model/redirect.ts';
import { OAuthError } from './oauth-error.ts';

const NAME_LENGTH = 80;
const MOST_REDIRECTS = 10;

type Said = Omit<OAuthClient, 'id'>;

/** Members that mean nothing here are left alone. Throws `OAuthError`. */
export function readMetadata(value: unknown): Said {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrong('the metadata must be a JSON object');
  }
  const metadata = value as Readonly<Record<string, unknown>>;
  mustInclude(metadata, 'grant_types', 'authorization_code');
  mustInclude(metadata, 'response_types', 'code');
  const redirectUris = readRedirects(metadata['redirect_uris']);
  const name = readName(metadata['client_name']);
  return { name: name === '' ? placeOfRedirect(String(redirectUris[0])) : name, redirectUris };
}

/** Those that are no good are left out, as RFC 7591 allows, where one is good. */
function readRedirects(value: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  if (given.length > MOST_REDIRECTS) {
    throw new OAuthError('invalid_redirect_uri', `at most ${MOST_REDIRECTS} redirect_uris`);
  }
  const good = given.filter((one): one is string => typeof one === 'string' && isSafeRedirect(one));
  if (good.length > 0) return good;
  throw new OAuthError(
    'invalid_redirect_uri',
    'redirect_uris must hold an https address, or an http one of 127.0.0.1, [::1] or localhost',
  );
}

function mustInclude(metadata: Readonly<Record<string, unknown>>, member: string, name: string) {
  const given = metadata[member];
  if (given === undefined || (Array.isArray(given) && given.includes(name))) return;
  throw wrong(`${member} must include ${name}`);
}

/** Whatever it is, it stays one short line; controls and marks of direction have no place in it. */
function readName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .normalize()
    .replace(/\s+/g, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return [...line].slice(0, NAME_LENGTH).join('');
}

function wrong(description: string): OAuthError {
  return new OAuthError('invalid_client_metadata', description);
}
