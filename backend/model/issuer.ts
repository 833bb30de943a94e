/** Addresses of issuers: whom the server asks for keys, so they have to be authentic. */
import type { Provider } from './trust.ts';

export const DEFAULT_ISSUERS: Readonly<Record<Provider, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** `https`, or `http` to this machine where that is allowed; without credentials, query and hash. */
export function isSafeUrl(text: string, isLoopbackAllowed: boolean): boolean {
  if (!URL.canParse(text) || /[\s?#@\\]/.test(text)) return false;
  const url = new URL(text);
  if (url.protocol === 'https:') return true;
  return isLoopbackAllowed && url.protocol === 'http:' && LOOPBACK.test(url.hostname);
}
