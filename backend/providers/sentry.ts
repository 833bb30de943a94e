/** Sentry's release health: https://docs.sentry.io/api/releases/retrieve-release-health-session-statistics/ */
import { ProviderError } from '../errors.ts';
import type { FetchedSeries, ProviderAdapter } from '../services/provider-adapter.ts';
import { labelsOf, listOf, member, readAnswer, sampleOf } from './answer.ts';
import type { Http } from './http.ts';

/** The shortest interval that there is. */
const HOUR_MS = 3_600_000;
/** Which of its parameters a query may set; times are ours. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['field', 'groupBy', 'project', 'environment', 'query'],
]);

export function createSentry(http: Http): ProviderAdapter {
  return {
    stepMs: HOUR_MS,
    delayMs: HOUR_MS,
    overlapMs: 2 * HOUR_MS,
    rangeMs: 7 * 24 * HOUR_MS,
    fetch: async ({ url, certificate, credentials, query, from, to }) => {
      const parameters = readQuery(query);
      const [field = ''] = parameters.getAll('field');
      parameters.set('interval', '1h');
      parameters.set('start', new Date(from).toISOString());
      parameters.set('end', new Date(to + HOUR_MS).toISOString());
      const address = new URL(`${url}/sessions/`);
      address.search = parameters.toString();
      const headers = { Authorization: `Bearer ${credentials['token'] ?? ''}` };
      const response = await http({ url: address, headers, certificate });
      const body = readAnswer(response, (said) => member(said, 'detail'));
      const times = listOf(member(body, 'intervals')).map((one) => Date.parse(String(one)));
      return listOf(member(body, 'groups')).map((group) => toSeries(group, field, times));
    },
  };
}

function readQuery(text: string): URLSearchParams {
  const parameters = new URLSearchParams(text);
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown !== undefined || parameters.getAll('field').length !== 1) {
    throw new ProviderError(
      `the query must be parameters with one field, such as field=crash_free_rate(session)&groupBy=environment; known are ${[...PARAMETERS].join(', ')}`,
      { isOfQuery: true },
    );
  }
  return parameters;
}

function toSeries(group: unknown, field: string, times: readonly number[]): FetchedSeries {
  const values = listOf(member(group, 'series', field));
  // An hour without sessions has no rate.
  const samples = values.flatMap((value, index) => sampleOf(times[index], value));
  return { labels: labelsOf(member(group, 'by')), samples };
}
