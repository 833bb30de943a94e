/** Anything that answers `query_range` as Prometheus does. */
import { ProviderError } from '../errors.ts';
import type { Credentials } from '../model/provider.ts';
import type { FetchedSeries, ProviderAdapter } from '../services/provider-adapter.ts';
import { labelsOf, listOf, member, readAnswer, sampleOf } from './answer.ts';
import type { Http } from './http.ts';

const MINUTE_MS = 60_000;
/** A longer query goes into the body, which not every gateway lets through. */
const URL_LIMIT = 1500;

export function createPrometheus(http: Http): ProviderAdapter {
  return {
    stepMs: MINUTE_MS,
    delayMs: 0,
    overlapMs: 2 * MINUTE_MS,
    rangeMs: 6 * 60 * MINUTE_MS,
    fetch: async ({ url, certificate, credentials, query, from, to, stepMs }) => {
      const parameters = new URLSearchParams({
        query,
        start: String(from / 1000),
        end: String(to / 1000),
        step: String(stepMs / 1000),
      }).toString();
      const address = `${url}/api/v1/query_range`;
      const headers = authorizationOf(credentials);
      const response =
        parameters.length < URL_LIMIT
          ? await http({ url: new URL(`${address}?${parameters}`), headers, certificate })
          : await http({
              url: new URL(address),
              method: 'POST',
              headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
              body: parameters,
              certificate,
            });
      const body = readAnswer(response, (said) => member(said, 'error'));
      if (member(body, 'data', 'resultType') !== 'matrix') {
        throw new ProviderError('the answer is not one of the Prometheus API, check the address');
      }
      return listOf(member(body, 'data', 'result')).map(toSeries);
    },
  };
}

function toSeries(one: unknown): FetchedSeries {
  const samples = listOf(member(one, 'values')).flatMap((pair) => {
    const [seconds, value] = listOf(pair);
    return sampleOf(Number(seconds) * 1000, value);
  });
  return { labels: labelsOf(member(one, 'metric')), samples };
}

function authorizationOf({ username, password, token }: Credentials): Record<string, string> {
  if (token) return { Authorization: `Bearer ${token}` };
  if (!username) return {};
  const pair = Buffer.from(`${username}:${password ?? ''}`).toString('base64');
  return { Authorization: `Basic ${pair}` };
}
