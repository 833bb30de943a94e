/** Where a client may be sent back to with a code. Pure. */

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
/** Editors that are called by a scheme of their own; what else does so takes an API key. */
const PROGRAM_SCHEMES: readonly string[] = ['cursor:'];

export const REDIRECT_LENGTH = 2000;

/** Over TLS, or to this very machine; without a fragment, and without a name and password. */
export function isSafeRedirect(uri: string): boolean {
  // Spaces and controls are forgiven by URL parsers, each in its own way.
  if (uri.length > REDIRECT_LENGTH || !/^[\x21-\x7e]+$/.test(uri) || uri.includes('\\'))
    return false;
  if (!URL.canParse(uri) || uri.includes('#')) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== '' || password !== '') return false;
  if (PROGRAM_SCHEMES.includes(protocol)) return true;
  return protocol === 'https:' ? hostname !== '' : isLoopback(uri);
}

/** Whether it is one of those that were registered: the same text; on loopback, with any port. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  return (
    isSafeRedirect(uri) &&
    registered.some(
      (one) => one === uri || (isLoopback(one) && withoutPort(one) === withoutPort(uri)),
    )
  );
}

/** As people know the place: the host, `this computer`, or the scheme of a program. */
export function placeOfRedirect(uri: string): string {
  const { protocol, host } = new URL(uri);
  if (isLoopback(uri)) return 'this computer';
  return protocol === 'https:' ? host : `the program behind ${protocol}//`;
}

/** RFC 8252, 7.3: programs take the port that is free. */
function isLoopback(uri: string): boolean {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}

function withoutPort(uri: string): string | null {
  if (!isLoopback(uri)) return null;
  const url = new URL(uri);
  url.port = '';
  return url.href;
}
