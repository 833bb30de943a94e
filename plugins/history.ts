/** What the server has recorded of a cell, for what only the past can tell. */
import type { StoredEvent } from '../backend/model/event.ts';
import { STATE_TYPES } from '../backend/model/query.ts';
import { parseObject } from './ci/payload.ts';
import { type AskCell, CELL_EVENTS } from './rollback.ts';
import { keyHeaders } from './send.ts';
import type { Target } from './target.ts';
import type { Transport } from './transport.ts';

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
