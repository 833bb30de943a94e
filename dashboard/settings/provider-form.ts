/** What stands in the form of a provider, as the server takes it. Pure. */
import {
  PROVIDER_FACTS,
  PROVIDER_KINDS,
  PROVIDER_LIMITS,
  type ProviderKind,
  type ProviderQuery,
} from '../../backend/model/provider.ts';
import type { Entries } from '../components/form.tsx';
import type { ProviderInput } from './metric-requests.ts';

export const INTERVALS = [
  ['60', 'every minute'],
  ['300', 'every 5 minutes'],
  ['900', 'every 15 minutes'],
  ['3600', 'every hour'],
] as const;

export const HISTORIES = [
  ['0', 'nothing'],
  ['1', 'one day'],
  ['7', 'a week'],
  ['30', '30 days'],
] as const;

export const NEW_PROVIDER = {
  intervalSeconds: PROVIDER_LIMITS.intervalSeconds.fallback,
  historyDays: PROVIDER_LIMITS.historyDays.fallback,
};

/** Choices, and what is set by other means. */
export function withOwn(
  options: readonly (readonly [string, string])[],
  value: number,
  unit: string,
): readonly (readonly [string, string])[] {
  const text = String(value);
  if (options.some(([one]) => one === text)) return options;
  return [...options, [text, `${text} ${unit}`]];
}

export function kindOf(text: string): ProviderKind {
  return PROVIDER_KINDS.find((one) => one === text) ?? 'prometheus';
}

/** The name of a field of one query; the server names it so too. */
export function queryField(place: number, name: keyof ProviderQuery): string {
  return `queries.${place}.${name}`;
}

/** `hasKept`: credentials that are left empty stay as they are. */
export function readProvider(
  entry: Entries,
  kind: ProviderKind,
  queries: number,
  hasKept: boolean,
): ProviderInput {
  const given = PROVIDER_FACTS[kind].credentials
    .map(({ name }) => [name, entry(`credentials.${name}`)] as const)
    .filter(([, value]) => value !== '');
  const isForgotten = entry('forget') !== '';
  const isKept = hasKept && given.length === 0 && !isForgotten;
  return {
    kind,
    name: entry('name'),
    url: entry('url'),
    certificate: entry('certificate') || null,
    intervalSeconds: Number(entry('intervalSeconds')),
    historyDays: Number(entry('historyDays') || NEW_PROVIDER.historyDays),
    isPaused: entry('isPaused') !== '',
    queries: Array.from({ length: queries }, (_, place) => readQuery(entry, place)),
    credentials: isKept ? null : Object.fromEntries(given),
  };
}

function readQuery(entry: Entries, place: number): ProviderQuery {
  const read = (name: keyof ProviderQuery) => entry(queryField(place, name));
  return {
    metric: read('metric'),
    query: read('query'),
    unit: read('unit') || null,
    subject: read('subject') || null,
    subjectLabel: read('subjectLabel') || null,
    source: read('source') || null,
    sourceLabel: read('sourceLabel') || null,
  };
}
