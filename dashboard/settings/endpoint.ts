/** Where assistants ask, as the server itself tells them. */
import { type ApiResult, request } from '../requests.ts';

export interface Endpoint {
  readonly url: string;
  /** Whether a person can let an assistant in, instead of giving it a key. */
  readonly hasSignIn: boolean;
}

export async function findEndpoint(): Promise<ApiResult<Endpoint>> {
  const answer = await request({ path: '/.well-known/oauth-protected-resource' });
  if (answer.ok)
    return { ok: true, value: { url: String(answer.value['resource']), hasSignIn: true } };
  if (answer.error.kind !== 'missing') return answer;
  return { ok: true, value: { url: `${location.origin}/api/mcp/mcp`, hasSignIn: false } };
}
