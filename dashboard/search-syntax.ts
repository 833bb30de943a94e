/** A filter as one line of text: `subject:production -type:deployment "out of memory"`. Pure. */
import { SEVERITIES } from '../backend/model/event.ts';
import {
  isSeverity,
  LIST_FIELDS,
  type ListField,
  NO_VALUES,
  type ValueLists,
  type ViewState,
} from './url-state.ts';

/** What a token of the text says. */
export interface Token {
  /** Where it stands in the text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly isExcluded: boolean;
  /** Null: text that is searched for. Other names stand for fields too: see `fieldNamed`. */
  readonly name: string | null;
  readonly value: string;
  readonly isQuoted: boolean;
  readonly isClosed: boolean;
}

export interface SearchProblem {
  readonly start: number;
  readonly end: number;
  /** For people: what is wrong, and what to write. */
  readonly message: string;
}

export interface ParsedSearch extends Pick<ViewState, 'not' | 'search'> {
  readonly lists: ValueLists;
  readonly problems: readonly SearchProblem[];
}

/** What people from other tools call the fields. */
const FIELD_NAMES: Readonly<Record<string, ListField>> = {
  env: 'subject',
  environment: 'subject',
  stage: 'subject',
  system: 'source',
  service: 'source',
  app: 'source',
  kind: 'type',
  level: 'severity',
  sev: 'severity',
  release: 'version',
};
const TOKEN = /(-?)(?:([\p{L}_.]+):)?(?:"((?:[^"\\]|\\.)*)("?)|(\S*))/uy;
const PLAIN_VALUE = /^[^\s"]+$/;
/** Text that would read as something else without its quotation marks. */
const PLAIN_TEXT = /^(?!-)[^\s":]+(?: (?!-)[^\s":]+)*$/;

export function fieldNamed(name: string): ListField | undefined {
  const lower = name.toLowerCase();
  return LIST_FIELDS.find((field) => field === lower) ?? FIELD_NAMES[lower];
}

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  while (index < text.length) {
    if (/\s/.test(text.charAt(index))) {
      index += 1;
      continue;
    }
    TOKEN.lastIndex = index;
    const match = TOKEN.exec(text);
    if (match === null || match[0] === '') break;
    const [all, minus = '', name = null, quoted, mark, bare = ''] = match;
    tokens.push({
      start: index,
      end: index + all.length,
      isExcluded: minus === '-',
      name,
      value: quoted === undefined ? bare : quoted.replace(/\\(.)/gs, '$1'),
      isQuoted: quoted !== undefined,
      isClosed: quoted === undefined || mark === '"',
    });
    index += all.length;
  }
  return tokens;
}

/** Reads the text; what is wrong is left out and named. */
export function parseSearch(text: string): ParsedSearch {
  const lists = { ...NO_VALUES } as Record<ListField, string[]>;
  const not = { ...NO_VALUES } as Record<ListField, string[]>;
  const words: string[] = [];
  const problems: SearchProblem[] = [];
  for (const token of tokenize(text)) {
    const problem = problemOf(token);
    const field = token.name === null ? undefined : fieldNamed(token.name);
    if (problem !== null) problems.push({ start: token.start, end: token.end, message: problem });
    else if (field === undefined) words.push(token.value);
    else {
      const target = token.isExcluded ? not : lists;
      const value = field === 'severity' ? token.value.toUpperCase() : token.value;
      if (!target[field].includes(value)) target[field] = [...target[field], value];
    }
  }
  return {
    lists: lists as unknown as ValueLists,
    not: not as unknown as ValueLists,
    search: words.join(' '),
    problems,
  };
}

function problemOf({ name, value, isClosed, isExcluded }: Token): string | null {
  if (!isClosed) return 'A quotation mark is not closed.';
  if (name === null) {
    if (!isExcluded) return null;
    return value === ''
      ? 'Write a field behind the minus, such as -type:deployment.'
      : `Only values of a field can be left out, such as -type:${value}. To search for a minus, write it in quotation marks.`;
  }
  const field = fieldNamed(name);
  if (field === undefined) {
    return `There is no field “${name}”. The fields are ${LIST_FIELDS.join(', ')}. To search for text with a colon, put it in quotation marks.`;
  }
  if (value === '') return `Write a value behind “${name}:”.`;
  if (field === 'severity' && !isSeverity(value.toUpperCase())) {
    return `A severity is ${SEVERITIES.map((one) => one.toLowerCase()).join(', ')}.`;
  }
  return null;
}

/** The text of a filter: `parseSearch` reads it back as the same. */
export function formatSearch(view: Pick<ViewState, 'not' | 'search'> & ValueLists): string {
  const named = (lists: ValueLists, sign: string) =>
    LIST_FIELDS.flatMap((field) =>
      lists[field].map((value) => `${sign}${formatToken(field, value)}`),
    );
  const text = view.search === '' ? [] : [formatText(view.search)];
  return [...named(view, ''), ...named(view.not, '-'), ...text].join(' ');
}

/** `type:rollback`, in quotation marks where the value needs them. */
export function formatToken(field: ListField, value: string): string {
  const shown = field === 'severity' ? value.toLowerCase() : value;
  return `${field}:${PLAIN_VALUE.test(shown) ? shown : quote(shown)}`;
}

/** The view with what the text asks for, and without what it asked for before. */
export function applySearch(view: ViewState, { lists, not, search }: ParsedSearch): ViewState {
  return { ...view, ...lists, not, search };
}

function formatText(search: string): string {
  return PLAIN_TEXT.test(search) ? search : quote(search);
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
