/** What is asked of the server when somebody lets an assistant in. Errors are values. */
import { data } from '../api.ts';
import { type ApiResult, request } from '../requests.ts';

export interface Asking {
  /** Its own claim. */
  readonly name: string;
  /** Where the answer goes. */
  readonly place: string;
  readonly isVerified: boolean;
  readonly mayWrite: boolean;
}

export interface Question {
  /** Null where the request cannot be granted. */
  readonly client: Asking | null;
  readonly refusal: {
    readonly message: string;
    /** Where the assistant hears of it; null where that is not sure. */
    readonly back: string | null;
    readonly place: string | null;
  } | null;
}

export type Allowed = 'read' | 'write' | null;

/** `query`: what the assistant has sent the browser with. */
export async function askConsent(query: string): Promise<ApiResult<Question>> {
  const path = '/api/v1/consent/lookup';
  return data<Question>(await request({ path, body: { request: query } }));
}

/** Where the browser goes with the answer. */
export async function decideConsent(
  query: string,
  allow: Allowed,
): Promise<ApiResult<{ readonly redirect: string }>> {
  const body = { request: query, allow };
  return data<{ readonly redirect: string }>(await request({ path: '/api/v1/consent', body }));
}
