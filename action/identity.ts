/** With what the action signs in, and what GitHub tells of the job on the way. */
import { type Derived, derived, type Environment } from '../plugins/ci/context.ts';
import { parseObject, textAt } from '../plugins/ci/payload.ts';
import { logLine } from '../plugins/text.ts';
import type { RunInputs } from './inputs.ts';
import type { Runner } from './runner.ts';

export interface Identity {
  /** An API key, or the id token of the job; empty where there is neither. */
  readonly key: string;
  /** The `environment:` of the job, which is in no variable and in no context. */
  readonly environment: Derived | undefined;
}

export interface IdentityDependencies {
  readonly env: Environment;
  readonly runner: Pick<Runner, 'setSecret' | 'info' | 'idToken'>;
}

/** How long GitHub may take to issue a token, ms: the toolkit itself would try for minutes. */
const PATIENCE_MS = 10_000;

/** The key is masked before anything else happens. */
export async function identify(
  inputs: Pick<RunInputs, 'url' | 'api-key' | 'environment'>,
  { env, runner }: IdentityDependencies,
): Promise<Identity> {
  const key = inputs['api-key'] || env['MILEPOST_API_KEY'] || '';
  if (key !== '') runner.setSecret(key);
  const isWorthIt = key === '' || inputs.environment === '';
  // Set where the job has `permissions: id-token: write`.
  if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'] || !isWorthIt) return { key, environment: undefined };
  const token = await requestToken(inputs.url || env['MILEPOST_URL'] || 'milepost', runner);
  if (token !== '') runner.setSecret(token);
  const environment = derived(environmentIn(token), 'the environment of the job, by its id token');
  return { key: key || token, environment };
}

/** Empty when GitHub issues none; what follows from that is said where the key is missed. */
async function requestToken(url: string, runner: IdentityDependencies['runner']): Promise<string> {
  const audience = url.trim().replace(/\/+$/, '');
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
  });
  try {
    return await Promise.race([runner.idToken(audience), tooLate]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    runner.info(logLine(`GitHub issued no id token: ${reason}`));
    return '';
  } finally {
    clearTimeout(timer);
  }
}

/** Read, not verified: that is for the server to do. */
function environmentIn(token: string): string | undefined {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return textAt(parseObject(claims) ?? {}, 'environment');
}
