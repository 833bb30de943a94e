/** What answers of providers have in common: statuses in words, and JSON that may be anything. */
import { ProviderError } from '../errors.ts';
import type { Sample } from '../model/metric.ts';
import type { HttpResponse } from './http.ts';

/** Characters of what somebody else's server says. */
const SAID_LIMIT = 200;

/** The JSON of an answer that went well. Throws a `ProviderError` with the words of `said`. */
export function readAnswer(
  { status, text, retryAfterMs }: HttpResponse,
  said: (body: unknown) => unknown,
): unknown {
  const body = parse(text);
  if (status >= 200 && status < 300) {
    if (body === undefined) {
      throw new ProviderError('the answer is no JSON, is this the address of the API?');
    }
    return body;
  }
  const words = said(body);
  const because = typeof words === 'string' && words !== '' ? `: ${clip(words)}` : '';
  const isOfQuery = status === 400 || status === 422;
  throw new ProviderError(`${explain(status)}${because}`, {
    isOfQuery,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explain(status: number): string {
  switch (status) {
    case 400:
    case 422:
      return 'the query was refused';
    case 401:
      return 'the credentials were refused (401)';
    case 403:
      return 'the credentials may not do this (403)';
    case 404:
      return 'there is no such API at this address (404)';
    case 429:
      return 'too many requests (429)';
    default:
      if (status >= 300 && status < 400) {
        return `the address leads elsewhere (${status}), give the one that it leads to`;
      }
      return `the server answers with status ${status}`;
  }
}

/** One line, without what would disturb a screen. */
export function clip(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > SAID_LIMIT ? `${line.slice(0, SAID_LIMIT)}…` : line;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A member of something that may be anything. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}

/** Those members that are text, numbers too. */
export function labelsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      typeof text === 'string' || typeof text === 'number' ? [[name, String(text)]] : [],
    ),
  );
}

/** A sample, where both are numbers. */
export function sampleOf(time: unknown, value: unknown): Sample[] {
  const [ms, number] = [toNumber(time), toNumber(value)];
  return Number.isFinite(ms) && Number.isFinite(number) ? [[Math.round(ms), number]] : [];
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}
