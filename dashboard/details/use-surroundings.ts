import type { StoredEvent } from '../../backend/model/event.ts';
import type { ApiResult } from '../requests.ts';
import type { Resource } from '../settings/use-resource.ts';
import { useAnswer } from '../use-answer.ts';
import { type Around, around, kinOf, RELATED_MS, type Related, relatedTo } from './cell.ts';
import type { InsightApi } from './insight-api.ts';

export interface Surroundings {
  /** All of the cell, of which the nearest count. */
  readonly cell: Around;
  /** Those of the same kin alone. */
  readonly kin: Around;
  readonly related: readonly Related[];
}

/** So many events of one moment are looked through for this one. */
const NEAREST = '20';
const KIN = '50';
const RELATED = '50';
/** Who steps through the list wants the last event of all. */
const DELAY_MS = 120;

/** The events around one: of its cell, and those near it in time. */
export function useSurroundings(api: InsightApi, event: StoredEvent): Resource<Surroundings> {
  return useAnswer({
    key: `${event.source}\n${event.id}`,
    ask: (signal) => askAround(api, event, signal),
    delayMs: DELAY_MS,
  });
}

async function askAround(
  api: InsightApi,
  event: StoredEvent,
  signal: AbortSignal,
): Promise<ApiResult<Surroundings>> {
  const { source, subject, time, type } = event;
  const upTo = { source, subject, to: time, order: 'desc' };
  const from = { source, subject, from: time, order: 'asc' };
  const near = {
    from: new Date(Date.parse(time) - RELATED_MS).toISOString(),
    to: new Date(Date.parse(time) + RELATED_MS).toISOString(),
    limit: RELATED,
  };
  const kin = { type: kinOf(type), limit: KIN };
  const answers = await Promise.all([
    api.events({ ...upTo, limit: NEAREST }, signal),
    api.events({ ...from, limit: NEAREST }, signal),
    api.events({ ...upTo, ...kin }, signal),
    api.events({ ...from, ...kin }, signal),
    api.events({ ...near, source }, signal),
    ...(subject === null ? [] : [api.events({ ...near, subject }, signal)]),
  ]);
  const lists: (readonly StoredEvent[])[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    lists.push(answer.value);
  }
  const [earlier = [], later = [], earlierKin = [], laterKin = [], ...found] = lists;
  return {
    ok: true,
    value: {
      cell: around(event, earlier, later),
      kin: around(event, earlierKin, laterKin),
      related: relatedTo(event, found),
    },
  };
}
