/** Sends a request until it is answered: bounded in time, polite to a server in trouble. */
import { explainFailure } from './failure.ts';
import type { HttpRequest, HttpResponse, Transport } from './transport.ts';

export interface RetryPolicy {
  /** How long one attempt may take, ms. */
  readonly attemptMs: number;
  /** How long all of them may take, waits included, ms. */
  readonly budgetMs: number;
}

export const DEFAULT_POLICY: RetryPolicy = { attemptMs: 10_000, budgetMs: 30_000 };

export interface RetryDependencies {
  readonly transport: Transport;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Told before each wait. */
  readonly onRetry?: (reason: string, waitMs: number) => void;
}

export type Answer =
  | { readonly kind: 'answered'; readonly response: HttpResponse; readonly attempts: number }
  | { readonly kind: 'misconfigured'; readonly reason: string; readonly attempts: number }
  | { readonly kind: 'unavailable'; readonly reason: string; readonly attempts: number };

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const RETRIED = new Set([408, 425, 429]);

/**
 * Retries what may pass: no answer, 408, 425, 429, 5xx. Exponential backoff with full jitter, never
 * sooner than `Retry-After` asks; a wait that would not fit into the budget is not begun.
 */
export async function persist(
  request: HttpRequest,
  dependencies: RetryDependencies,
  policy: RetryPolicy = DEFAULT_POLICY,
): Promise<Answer> {
  const { clock, random, sleep, onRetry } = dependencies;
  const start = clock();
  for (let attempts = 1; ; attempts += 1) {
    const left = policy.budgetMs - (clock() - start);
    const outcome = await attempt(request, dependencies, Math.min(policy.attemptMs, left));
    if (outcome.kind !== 'failed') return { ...outcome, attempts };
    const backoff = random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
    const wait = Math.max(backoff, outcome.retryAfterMs);
    if (clock() - start + wait >= policy.budgetMs) {
      return { kind: 'unavailable', reason: lastWords(outcome), attempts };
    }
    onRetry?.(outcome.reason, wait);
    await sleep(wait);
  }
}

interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
  readonly retryAfterMs: number;
}

type Outcome =
  | { readonly kind: 'answered'; readonly response: HttpResponse }
  | { readonly kind: 'misconfigured'; readonly reason: string }
  | Failed;

async function attempt(
  request: HttpRequest,
  { transport, clock }: RetryDependencies,
  timeoutMs: number,
): Promise<Outcome> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
  try {
    const response = await transport(request, signal);
    const { status, headers } = response;
    if (status < 500 && !RETRIED.has(status)) return { kind: 'answered', response };
    return {
      kind: 'failed',
      reason: `the server answered ${status}${messageOf(response)}`,
      retryAfterMs: readRetryAfter(headers['retry-after'], clock()),
    };
  } catch (error) {
    const { reason, isPermanent } = explainFailure(error, signal, timeoutMs);
    return isPermanent
      ? { kind: 'misconfigured', reason }
      : { kind: 'failed', reason, retryAfterMs: 0 };
  }
}

function lastWords({ reason, retryAfterMs }: Failed): string {
  if (retryAfterMs === 0) return reason;
  return `${reason}, and asked to wait ${Math.ceil(retryAfterMs / 1000)} s`;
}

/** What Milepost says is wrong, of an answer that is Milepost's; else nothing. */
export function serverMessage({ body }: HttpResponse): string | undefined {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'string' && error !== '' ? error : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(response: HttpResponse): string {
  const message = serverMessage(response);
  return message === undefined ? '' : `: ${message}`;
}

/** Seconds or a date, in ms from now. */
function readRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
