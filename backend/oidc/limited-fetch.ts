/** What may be asked of an issuer by its own discovery document. */
import type { CustomFetch } from 'openid-client';
import { isSafeUrl } from '../model/issuer.ts';
import { readText } from './fetch-json.ts';

/**
 * Asks only authentic addresses, follows no redirect, reads no more than an issuer has to say.
 * `isLoopback`: the issuer is on this machine, and so may be what it names.
 */
export function createLimitedFetch(isLoopback: boolean): CustomFetch {
  return async (url, { body, headers, method, signal }) => {
    if (!isSafeUrl(url.replace(/\?.*/s, ''), isLoopback)) {
      throw new Error('the issuer names an address that is not https');
    }
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      ...(body === null || body === undefined ? {} : { body: body as string | URLSearchParams }),
      ...(signal === undefined ? {} : { signal }),
    });
    const text = await readText(response, new URL(url));
    const { status, statusText } = response;
    return new Response(text, { status, statusText, headers: response.headers });
  };
}
