/** Where the values come from that are offered while somebody fills in an argument. */
import { type GroupField, STATE_TYPES } from '../model/query.ts';
import { asMeant } from './arguments.ts';
import type { ToolContext } from './tool.ts';

export type CompletionContext = Pick<ToolContext, 'query' | 'principal'>;
/** What else is filled in already, by name. */
export type Given = Readonly<Record<string, string>>;
/** All values there are, the likeliest first. */
export type Completer = (context: CompletionContext, given: Given) => Promise<readonly string[]>;

const NEWEST = 100;

/** The values of a field that occur together with what is given already, frequent ones first. */
export function namesOf(field: Exclude<GroupField, 'severity'>): Completer {
  return async ({ query, principal }, given) => {
    const others = (['source', 'subject'] as const).filter((one) => one !== field);
    const narrowed = Object.fromEntries(others.map((one) => [one, asMeant(listOf(given[one]))]));
    const facets = await query.facets(principal.organization, narrowed);
    return facets[field].flatMap(({ value }) => (value === null ? [] : [value]));
  };
}

/** Of the newest events. */
export const eventIds: Completer = async ({ query, principal }) => {
  const list = await query.list(principal.organization, { order: 'desc', limit: NEWEST });
  return list.events.map(({ id }) => id);
};

/** That were deployed lately, of the source and the subject that are given. */
export const versions: Completer = async ({ query, principal }, given) => {
  const list = await query.list(principal.organization, {
    ...{ type: STATE_TYPES, source: asMeant(listOf(given['source'])) },
    ...{ subject: asMeant(listOf(given['subject'])), order: 'desc', limit: NEWEST },
  });
  return list.events.flatMap(({ version }) => (version === null ? [] : [version]));
};

export const moments: Completer = async () => ['-1h', '-6h', '-24h', '-7d', '-30d', 'now'];

function listOf(value: string | undefined): readonly string[] | undefined {
  return value === undefined || value === '' ? undefined : [value];
}
