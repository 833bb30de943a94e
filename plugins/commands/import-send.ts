/** Delivers a chunk of an import; told apart: what is stored, what was refused, and nobody there. */
import type { JsonObject } from '../../backend/model/event.ts';
import { isObject, parseObject } from '../ci/payload.ts';
import { persist, type RetryDependencies } from '../retry.ts';
import { explain, keyHeaders } from '../send.ts';
import { type Failed, refused, unanswered } from './ask.ts';
import type { Connection } from './connection.ts';

export interface Item {
  readonly place: number;
  readonly line: string;
}

export interface Rejected {
  readonly place: number;
  readonly error: string;
  /** The event, or what stands in its place. */
  readonly text: string;
}

export interface Stored {
  readonly kind: 'stored';
  readonly created: number;
  readonly replayed: number;
  readonly rejected: readonly Rejected[];
}

/** Whether it was stored before does not matter: each line has an id. */
export async function sendChunk(
  items: readonly Item[],
  { target, policy }: Connection,
  delivery: RetryDependencies,
): Promise<Stored | Failed> {
  const body = items.map(({ line }) => `${line}\n`).join('');
  const headers = {
    ...keyHeaders(target, 'milepost-cli'),
    'Content-Type': 'application/x-ndjson',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const url = new URL(`${target.url}/api/v1/events`);
  // A chunk takes longer than an event: half of all the time for each attempt.
  const patience = { ...policy, attemptMs: Math.max(policy.attemptMs, policy.budgetMs / 2) };
  const answer = await persist({ method: 'POST', url, headers, body }, delivery, patience);
  if (answer.kind !== 'answered') return unanswered(answer, target);
  const data = parseObject(answer.response.body)?.['data'];
  const report = isObject(data) ? readReport(data, items) : undefined;
  return report ?? refused(explain(answer.response, target));
}

/** Undefined for what is no report of this chunk. */
function readReport(data: JsonObject, items: readonly Item[]): Stored | undefined {
  const { created, replayed, results } = data;
  if (typeof created !== 'number' || typeof replayed !== 'number' || !Array.isArray(results)) {
    return undefined;
  }
  const rejected = results.filter(isObject).flatMap(({ index, error }): Rejected[] => {
    const item = items[Number(index)];
    if (typeof error !== 'string' || item === undefined) return [];
    return [{ place: item.place, error, text: item.line }];
  });
  // An event of which nothing is said would be lost without a word.
  if (created + replayed + rejected.length !== items.length) return undefined;
  return { kind: 'stored', created, replayed, rejected };
}
