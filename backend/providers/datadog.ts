/** Datadog's timeseries query: https://docs.datadoghq.com/api/latest/metrics/query-timeseries-points/ */
import type { FetchedSeries, ProviderAdapter } from '../services/provider-adapter.ts';
import { listOf, member, readAnswer, sampleOf } from './answer.ts';
import type { Http } from './http.ts';

const MINUTE_MS = 60_000;

export function createDatadog(http: Http): ProviderAdapter {
  return {
    stepMs: MINUTE_MS,
    delayMs: MINUTE_MS,
    // Points of the last minutes still grow.
    overlapMs: 10 * MINUTE_MS,
    // Longer ranges come rolled up to more than a minute.
    rangeMs: 60 * MINUTE_MS,
    fetch: async ({ url, certificate, credentials, query, from, to }) => {
      const address = new URL(`${url}/api/v1/query`);
      address.search = new URLSearchParams({
        from: String(from / 1000),
        to: String((to + MINUTE_MS) / 1000),
        query,
      }).toString();
      const headers = {
        'DD-API-KEY': credentials['apiKey'] ?? '',
        'DD-APPLICATION-KEY': credentials['applicationKey'] ?? '',
      };
      const response = await http({ url: address, headers, certificate });
      const body = readAnswer(response, (said) => listOf(member(said, 'errors'))[0]);
      return listOf(member(body, 'series')).map(toSeries);
    },
  };
}

function toSeries(one: unknown): FetchedSeries {
  const samples = listOf(member(one, 'pointlist')).flatMap((pair) => {
    const [time, value] = listOf(pair);
    return sampleOf(time, value);
  });
  return { labels: tagsOf(one), samples };
}

/** `env:production`; of a tag that a series has twice, the last one. */
function tagsOf(one: unknown): Record<string, string> {
  const tags = listOf(member(one, 'tag_set')).map(String);
  return Object.fromEntries(
    tags.flatMap((tag) => {
      const colon = tag.indexOf(':');
      return colon > 0 ? [[tag.slice(0, colon), tag.slice(colon + 1)]] : [];
    }),
  );
}
