import { type Problem, validationError } from '../errors.ts';
import type { Severity } from '../model/event.ts';
import {
  type EventFilter,
  EXCLUDED_FIELDS,
  type ExcludedField,
  type Exclusion,
} from '../model/query.ts';
import { isTimeZone, parseQueryTime } from '../model/time.ts';

/** What is to be left out, by the names of the parameters: `not.type` and its like. */
export type ExclusionRequest = {
  readonly [Field in ExcludedField as `not.${Field}`]?: EventFilter[Field];
};

/** A filter as its caller writes it: the times are still text. */
export interface FilterRequest extends ExclusionRequest {
  readonly type?: readonly string[] | undefined;
  readonly source?: readonly string[] | undefined;
  readonly subject?: readonly string[] | undefined;
  readonly severity?: readonly Severity[] | undefined;
  readonly version?: readonly string[] | undefined;
  readonly id?: readonly string[] | undefined;
  readonly search?: string | undefined;
  /** ISO 8601 with an offset, relative (`-2h`, `now`), or without an offset next to `timezone`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** IANA name. */
  readonly timezone?: string | undefined;
}

/** Resolves the times of a request; rejects with VALIDATION_ERROR. `now` in ms. */
export function toFilter(request: FilterRequest, now: number): EventFilter {
  const { type, source, subject, severity, version, id, search } = request;
  const { from, to, timezone } = request;
  const problems: Problem[] = [];
  const read = (field: 'from' | 'to', text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const edge = field === 'from' ? 'start' : 'end';
    // With a zone that is none, what else is wrong can still be said.
    const zone = zoneProblem === undefined ? timezone : 'UTC';
    const time = parseQueryTime(text, { now, timezone: zone, edge });
    if (time.kind === 'at') return time.ms;
    problems.push({ field, message: time.message });
    return undefined;
  };
  const zoneProblem = timeZoneProblem(timezone);
  if (zoneProblem !== undefined) problems.push(zoneProblem);
  const start = read('from', from);
  const end = read('to', to);
  if (start !== undefined && end !== undefined && start > end) {
    problems.push({ field: 'from', message: 'must not be after to' });
  }
  const [first, ...rest] = problems;
  if (first !== undefined) throw validationError([first, ...rest]);
  const fields = { type, source, subject, severity, version, id, search };
  return { ...fields, from: start, to: end, not: toExclusion(request) };
}

/** Undefined where nothing is to be left out. */
function toExclusion(request: ExclusionRequest): Exclusion | undefined {
  const entries = EXCLUDED_FIELDS.map((field) => [field, request[`not.${field}`]] as const);
  const given = entries.filter(([, values]) => values !== undefined && values.length > 0);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Exclusion);
}

/** Resolves one moment, such as `at`; rejects with VALIDATION_ERROR. */
export function toMoment(
  field: string,
  text: string,
  timezone: string | undefined,
  now: number,
): number {
  const zoneProblem = timeZoneProblem(timezone);
  if (zoneProblem !== undefined) throw validationError([zoneProblem]);
  const time = parseQueryTime(text, { now, timezone, edge: 'end' });
  if (time.kind === 'invalid') throw validationError([{ field, message: time.message }]);
  return time.ms;
}

function timeZoneProblem(timezone: string | undefined): Problem | undefined {
  if (timezone === undefined || isTimeZone(timezone)) return undefined;
  const message = 'is not a known IANA time zone, use a name such as Europe/Berlin or UTC';
  return { field: 'timezone', message };
}
