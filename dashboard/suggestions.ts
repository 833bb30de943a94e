/** How a search can go on: fields, then the values that there are. Pure. */
import { SEVERITIES } from '../backend/model/event.ts';
import type { FacetValues } from './api.ts';
import { fieldNamed, formatToken, tokenize } from './search-syntax.ts';
import { LIST_FIELDS, type ListField } from './url-state.ts';

export interface Suggestion {
  /** What is put into the text; a field ends with its colon. */
  readonly insert: string;
  readonly label: string;
  /** Events; undefined where it is not known. */
  readonly count?: number | undefined;
  /** A hint for fields. */
  readonly hint?: string;
}

export interface Suggestions {
  /** The stretch of the text that a suggestion takes the place of. */
  readonly start: number;
  readonly end: number;
  readonly list: readonly Suggestion[];
}

export interface Known {
  /** Null until they are known. */
  readonly facets: FacetValues | null;
  /** Of the rows that are loaded: there is no list of all of them. */
  readonly versions: readonly string[];
}

const MAX = 8;
const HINTS: Readonly<Record<ListField, string>> = {
  severity: 'low, minor, major, critical',
  type: 'what happened',
  subject: 'the environment',
  source: 'the system',
  version: 'the release or build',
};

/** `caret`: where in the text one writes. */
export function suggest(text: string, caret: number, known: Known): Suggestions {
  const token = tokenize(text).find(({ start, end }) => start < caret && caret <= end);
  const start = token?.start ?? caret;
  const end = token?.end ?? caret;
  const sign = token?.isExcluded === true ? '-' : '';
  if (token?.name != null) {
    const field = fieldNamed(token.name);
    if (field === undefined) return { start, end, list: [] };
    const list = valuesOf(field, known)
      .filter(({ value }) => includes(value, token.value))
      .slice(0, MAX)
      .map(({ value, count }) => ({
        insert: `${sign}${formatToken(field, value)}`,
        label: field === 'severity' ? value.toLowerCase() : value,
        count,
      }));
    return { start, end, list };
  }
  if (token?.isQuoted) return { start, end, list: [] };
  return { start, end, list: suggestByWord(token?.value ?? '', sign, known) };
}

/** Fields that begin so, then values that hold the word, whatever their field. */
function suggestByWord(word: string, sign: string, known: Known): Suggestion[] {
  const fields = LIST_FIELDS.filter((field) => field.startsWith(word.toLowerCase())).map(
    (field) => ({ insert: `${sign}${field}:`, label: `${field}:`, hint: HINTS[field] }),
  );
  if (word === '') return fields;
  const values = LIST_FIELDS.flatMap((field) =>
    valuesOf(field, known)
      .filter(({ value }) => includes(value, word))
      .slice(0, 3)
      .map(({ value, count }) => ({
        insert: `${sign}${formatToken(field, value)}`,
        label: formatToken(field, value),
        count,
      })),
  );
  return [...fields, ...values].slice(0, MAX);
}

interface KnownValue {
  readonly value: string;
  readonly count?: number | undefined;
}

function valuesOf(field: ListField, { facets, versions }: Known): KnownValue[] {
  if (field === 'version') return versions.map((value) => ({ value }));
  const counted = (facets?.[field] ?? []).flatMap(({ value, count }) =>
    value === null ? [] : [{ value, count }],
  );
  if (field !== 'severity') return counted;
  return SEVERITIES.toReversed().map((value) => ({
    value,
    count: counted.find((one) => one.value === value)?.count ?? 0,
  }));
}

function includes(value: string, part: string): boolean {
  return value.toLowerCase().includes(part.toLowerCase());
}
