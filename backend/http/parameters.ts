import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { type Problem, validationError } from '../errors.ts';
import { EXCLUDED_FIELDS } from '../model/query.ts';

/** What people from other tools write, and what it is called here. */
const SYNONYMS: Readonly<Record<string, string>> = {
  environment: 'subject',
  env: 'subject',
  stage: 'subject',
  system: 'source',
  service: 'source',
  app: 'source',
  application: 'source',
  repository: 'source',
  kind: 'type',
  event: 'type',
  since: 'from',
  start: 'from',
  after: 'from',
  until: 'to',
  end: 'to',
  before: 'to',
  q: 'search',
  query: 'search',
  text: 'search',
  count: 'limit',
  per_page: 'limit',
  page_size: 'limit',
  page: 'cursor',
  offset: 'cursor',
  sort: 'order',
  tz: 'timezone',
  level: 'severity',
  release: 'version',
  group: 'by',
  interval: 'bucket',
  ...exclusionSynonyms(),
};
/** Changed letters up to which a name counts as mistyped. */
const TYPO_DISTANCE = 2;

/** `-type`, `!type`, `type!` and more, and `not.env` like `env`: other tools exclude by these. */
function exclusionSynonyms(): Record<string, string> {
  const words = { environment: 'subject', env: 'subject', system: 'source', service: 'source' };
  const fields = EXCLUDED_FIELDS.map((field) => [field, field]);
  const named = [...fields, ...Object.entries(words)].flatMap(([word, field]) =>
    ['-', '!', 'not', 'not_', 'exclude', 'exclude_', 'exclude.', 'without.']
      .map((mark) => [`${mark}${word}`, `not.${field}`])
      .concat([[`${word}!`, `not.${field}`]]),
  );
  const dotted = Object.entries(words).map(([word, field]) => [`not.${word}`, `not.${field}`]);
  return Object.fromEntries([...named, ...dotted]);
}

/** Reads the query of a URL; an empty value counts as not given. Rejects with VALIDATION_ERROR. */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  query: URLSearchParams,
): z.output<Schema> {
  const names = Object.keys(schema.shape);
  const problems: Problem[] = [];
  const given: Record<string, string | string[]> = {};
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name).filter((value) => value !== '');
    const [first, second] = values;
    if (!names.includes(name))
      problems.push({ field: name, message: unknownParameter(name, names) });
    else if (first === undefined) continue;
    else if (isList(schema.shape[name])) given[name] = values;
    else if (second !== undefined)
      problems.push({ field: name, message: 'is given more than once' });
    else given[name] = first;
  }
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      problems.push({ field: String(path[0] ?? 'query'), message });
    }
  }
  const [first, ...rest] = problems;
  if (first !== undefined || !parsed.success) {
    throw validationError([first ?? { field: 'query', message: 'cannot be read' }, ...rest]);
  }
  return parsed.data;
}

function isList(parameter: unknown): boolean {
  return parameter instanceof z.ZodOptional && parameter.unwrap() instanceof z.ZodArray;
}

/** Names the parameter that was probably meant. */
export function unknownParameter(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'unknown parameter, there are none here';
  const meanings = Object.keys(SYNONYMS).filter((word) => known.includes(SYNONYMS[word] ?? ''));
  const nearest = closest(name.toLowerCase(), [...known, ...meanings]);
  const isNear = distance(name.toLowerCase(), nearest) <= Math.min(TYPO_DISTANCE, name.length - 1);
  const meant =
    Object.hasOwn(SYNONYMS, nearest) && !known.includes(nearest) ? SYNONYMS[nearest] : nearest;
  return isNear && meant !== undefined
    ? `unknown parameter, did you mean ${meant}?`
    : `unknown parameter, known are ${known.join(', ')}`;
}
