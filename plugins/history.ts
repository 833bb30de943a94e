/** What the server has recorded of a cell, for what only the past can tell. */
import type { EventInput, StoredEvent } from '../backend/model/event.ts';
import { STATE_TYPES } from '../backend/model/query.ts';
import { derived } from './ci/context.ts';
import { parseObject, textAt } from './ci/payload.ts';
import { type AskCell, CELL_EVENTS, lookBack, type Past } from './rollback.ts';
import { keyHeaders } from './send.ts';
import type { Target } from './target.ts';
import type { Transport } from './transport.ts';
import { commitTimeOf, type Git, isAncestor } from './working-copy.ts';

/** How long an answer may take, ms: a deployment does not wait for it. */
const PATIENCE_MS = 3000;

export interface PastDependencies {
  readonly userAgent: string;
  readonly transport: Transport;
  readonly git: Git;
}

/** What ran before an event, by the server and the working copy; unknown where there is no server. */
export function pastFrom(
  target: Target | undefined,
  { userAgent, transport, git }: PastDependencies,
): (event: EventInput & { readonly id: string }) => Promise<Past> {
  const isBehind = (sha: string, of: string) => isAncestor(git, sha, of);
  const lookAround = async (event: EventInput & { readonly id: string }): Promise<Past> => {
    if (target === undefined) return { kind: 'unknown', reason: 'nobody was asked' };
    const ask = askServer(target, userAgent, transport);
    return lookBack(event, { ask, isAncestor: isBehind });
  };
  return async (event) => {
    const sha = textAt(event.data ?? {}, 'ci', 'sha');
    const isKnown = Object.hasOwn(event.data ?? {}, 'commitTime') || sha === undefined;
    const [past, commitTime] = await Promise.all([
      lookAround(event),
      isKnown ? undefined : commitTimeOf(git, sha),
    ]);
    return { ...past, commitTime: derived(commitTime, 'git') };
  };
}

export function askServer(target: Target, userAgent: string, transport: Transport): AskCell {
  return async ({ source, subject, version, order }) => {
    const query = new URLSearchParams({ source, subject, order, limit: String(CELL_EVENTS) });
    for (const type of STATE_TYPES) query.append('type', type);
    if (version !== undefined) query.set('version', version);
    const url = new URL(`${target.url}/api/v1/events?${query}`);
    const headers = keyHeaders(target, userAgent);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { status, body } = await transport({ method: 'GET', url, headers }, signal);
    const { data } = parseObject(body) ?? {};
    if (status !== 200 || !Array.isArray(data)) throw new Error(`the server answered ${status}`);
    return data as unknown as readonly StoredEvent[];
  };
}
