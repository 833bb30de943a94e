/** Reports of Google Analytics 4: https://developers.google.com/analytics/devguides/reporting/data/v1 */
import { importPKCS8, SignJWT } from 'jose';
import { ProviderError } from '../errors.ts';
import type { Sample } from '../model/metric.ts';
import { isTimeZone, parseQueryTime } from '../model/time.ts';
import type {
  FetchedSeries,
  ProviderAdapter,
  ProviderRequest,
} from '../services/provider-adapter.ts';
import { isRecord, listOf, member, readAnswer, sampleOf } from './answer.ts';
import type { Http } from './http.ts';

const HOUR_MS = 3_600_000;
const SCOPE = 'https://www.googleapis.com/auth/analytics.readonly';
const TOKEN_URL = 'https://oauth2.googleapis.com/token';
/** Rows of one report, of 250,000 that there may be. */
const ROWS = 100_000;
/** A token is used up to this long before it ends. */
const SPARE_MS = 60_000;

interface Token {
  readonly text: string;
  readonly until: number;
}

/** `tokenUrl` is the one that Google has, and another one in tests. */
export function createGa4(http: Http, clock: () => number, tokenUrl = TOKEN_URL): ProviderAdapter {
  const tokens = new Map<string, Token>();

  const tokenOf = async (serviceAccount: string): Promise<string> => {
    const known = tokens.get(serviceAccount);
    if (known !== undefined && known.until > clock()) return known.text;
    const assertion = await sign(serviceAccount, clock(), tokenUrl);
    const response = await http({
      url: new URL(tokenUrl),
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }).toString(),
    });
    const body = readAnswer(response, (said) => member(said, 'error_description'));
    const text = member(body, 'access_token');
    if (typeof text !== 'string') throw new ProviderError('Google has given no token');
    const seconds = Number(member(body, 'expires_in')) || 0;
    tokens.clear();
    tokens.set(serviceAccount, { text, until: clock() + seconds * 1000 - SPARE_MS });
    return text;
  };

  return {
    stepMs: HOUR_MS,
    delayMs: HOUR_MS,
    // Reports are complete a day or two later.
    overlapMs: 48 * HOUR_MS,
    rangeMs: 31 * 24 * HOUR_MS,
    fetch: async (request) => {
      const { property, metric, dimensions } = readQuery(request.query);
      const token = await tokenOf(request.credentials['serviceAccount'] ?? '');
      const response = await http({
        url: new URL(`${request.url}/v1beta/properties/${property}:runReport`),
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        certificate: request.certificate,
        body: JSON.stringify({
          dateRanges: [rangeOf(request)],
          dimensions: ['dateHour', ...dimensions].map((name) => ({ name })),
          metrics: [{ name: metric }],
          limit: String(ROWS),
        }),
      });
      const body = readAnswer(response, (said) => member(said, 'error', 'message'));
      return toSeries(body, dimensions);
    },
  };
}

async function sign(serviceAccount: string, now: number, audience: string): Promise<string> {
  try {
    const account: unknown = JSON.parse(serviceAccount);
    const key = await importPKCS8(String(member(account, 'private_key')), 'RS256');
    const seconds = Math.floor(now / 1000);
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(String(member(account, 'client_email')))
      .setAudience(audience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + 3600)
      .sign(key);
  } catch {
    // Without the cause: it may quote the key.
    throw new ProviderError(
      'the service account key cannot be used: paste the whole JSON file that Google gave',
    );
  }
}

function readQuery(text: string) {
  const parameters = new URLSearchParams(text);
  const property = parameters.get('property') ?? '';
  const metric = parameters.get('metric') ?? '';
  if (!/^\d{1,20}$/.test(property) || !/^[A-Za-z0-9_:]{1,100}$/.test(metric)) {
    throw new ProviderError(
      'the query must be property=<number>&metric=<name>, and &dimension=<name> where wanted',
      { isOfQuery: true },
    );
  }
  return { property, metric, dimensions: parameters.getAll('dimension') };
}

/** Whole days, one more on either side: they are those of the property's zone. */
function rangeOf({ from, to }: ProviderRequest) {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { startDate: day(from - 24 * HOUR_MS), endDate: day(to + 24 * HOUR_MS) };
}

function toSeries(body: unknown, dimensions: readonly string[]): FetchedSeries[] {
  const zone = String(member(body, 'metadata', 'timeZone') ?? 'UTC');
  const timezone = isTimeZone(zone) ? zone : 'UTC';
  const times = new Map<string, number>();
  const found = new Map<string, { labels: Record<string, string>; samples: Sample[] }>();
  for (const row of listOf(member(body, 'rows'))) {
    const [hour = '', ...values] = textsIn(row, 'dimensionValues');
    const [value] = textsIn(row, 'metricValues');
    const time = times.get(hour) ?? timeOf(hour, timezone);
    if (time === undefined) continue;
    times.set(hour, time);
    const key = values.join('\0');
    const labels = Object.fromEntries(dimensions.map((name, index) => [name, values[index] ?? '']));
    const series = found.get(key) ?? { labels, samples: [] };
    series.samples.push(...sampleOf(time, value));
    found.set(key, series);
  }
  return [...found.values()].map(({ labels, samples }) => ({
    labels,
    samples: samples.toSorted(([one], [other]) => one - other),
  }));
}

function textsIn(row: unknown, name: string): string[] {
  return listOf(member(row, name)).map((one) => (isRecord(one) ? String(one['value'] ?? '') : ''));
}

/** `2025011514` in the zone of the property. */
function timeOf(hour: string, timezone: string): number | undefined {
  const [, year, month, day, hours] = /^(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(hour) ?? [];
  if (year === undefined) return undefined;
  const text = `${year}-${month}-${day}T${hours}:00:00`;
  const read = parseQueryTime(text, { now: 0, timezone, edge: 'start' });
  return read.kind === 'at' ? read.ms : undefined;
}
