/** Asks Milepost by GET: with the same patience and the same words in every command. */
import type { JsonObject } from '../../backend/model/event.ts';
import { parseObject } from '../ci/payload.ts';
import { attemptsText } from '../report.ts';
import { type Answer, persist, type RetryDependencies } from '../retry.ts';
import { explain, keyHeaders } from '../send.ts';
import type { Target } from '../target.ts';
import { logLine } from '../text.ts';
import type { HttpRequest } from '../transport.ts';
import type { Connection } from './connection.ts';
import { EXIT } from './exit.ts';
import type { World } from './world.ts';

export interface Failed {
  readonly kind: 'failed';
  readonly reason: string;
  readonly exitCode: number;
}

export type Asked = { readonly kind: 'answered'; readonly answer: JsonObject } | Failed;

/** The answer when it is Milepost's and says success. */
export async function ask(
  path: string,
  query: URLSearchParams,
  { target, policy }: Connection,
  delivery: RetryDependencies,
): Promise<Asked> {
  const answer = await persist(getRequest(path, query, target), delivery, policy);
  if (answer.kind !== 'answered') return unanswered(answer, target);
  const { response } = answer;
  const body = response.status === 200 ? parseObject(response.body) : undefined;
  if (body?.['success'] === true) return { kind: 'answered', answer: body };
  return refused(explain(response, target));
}

export function getRequest(
  path: string,
  query: URLSearchParams,
  target: Target,
  headers: Readonly<Record<string, string>> = {},
): HttpRequest {
  const search = query.size === 0 ? '' : `?${query}`;
  const url = new URL(`${target.url}${path}${search}`);
  return { method: 'GET', url, headers: { ...keyHeaders(target, 'milepost-cli'), ...headers } };
}

export function unanswered(
  { kind, reason, attempts }: Exclude<Answer, { kind: 'answered' }>,
  { url }: Target,
): Failed {
  return kind === 'unavailable'
    ? {
        kind: 'failed',
        reason: `${url}: ${reason}, ${attemptsText(attempts)}`,
        exitCode: EXIT.outage,
      }
    : refused(`${url}: ${reason}`);
}

/** Nothing but another configuration, or another question, will help. */
export function refused(reason: string): Failed {
  return { kind: 'failed', reason, exitCode: EXIT.configuration };
}

/** Says what went wrong; gives the exit code. */
export function tellFailure({ reason, exitCode }: Failed, { err }: Pick<World, 'err'>): number {
  err(`milepost: ${logLine(reason)}\n`);
  return exitCode;
}

/** For `RetryDependencies.onRetry`. */
export function tellRetry({ err }: Pick<World, 'err'>): (reason: string, waitMs: number) => void {
  return (reason, waitMs) =>
    err(`Not yet: ${logLine(reason)}. Next attempt in ${Math.ceil(waitMs / 1000)} s.\n`);
}
