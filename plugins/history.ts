/** What the server has recorded of a cell, for what only the past can tell. */
import type { StoredEvent } from '../backend/model/event.ts';
import { STATE_TYPES } from '../backend/model/query.ts';
import { parseObject } from './ci/payload.ts';
import { keyHeaders } from './send.ts';
import type { Target } from './target.ts';
import type { Transport } from './transport.ts';

export interface CellQuestion {
  readonly source: string;
  readonly subject: string;
  readonly version?: string | undefined;
  readonly order: 'asc' | 'desc';
}

/** The first events (at most two) that say what ran in a cell; rejects when that cannot be told. */
export type AskCell = (question: CellQuestion) => Promise<readonly StoredEvent[]>;

/** Two, since one of them may be the event itself, recorded by an earlier attempt. */
export const CELL_EVENTS = 2;

/** How long an answer may take, ms: a deployment does not wait for it. */
const PATIENCE_MS = 3000;

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
