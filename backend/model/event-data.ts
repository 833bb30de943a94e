import { EVENT_LIMITS, type JsonObject } from './event.ts';

/** Length in Unicode code points: what every limit of an event counts. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xd800;
    if (isPair && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

export function isAtMost(text: string, limit: number): boolean {
  return text.length <= limit || codePoints(text) <= limit;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A problem inside `data`: `path` is empty when `data` as a whole is meant. */
export interface DataProblem {
  readonly path: readonly string[];
  readonly message: string;
}

/** Checks `data`, which comes from `JSON.parse` and may hold any key, `__proto__` included. */
export function dataProblems(value: unknown): readonly DataProblem[] {
  if (!isJsonObject(value)) return [{ path: [], message: 'must be a JSON object' }];
  const problems: DataProblem[] = [];
  const structure = structureProblem(value, EVENT_LIMITS.dataDepth);
  if (structure !== undefined) problems.push({ path: [], message: structure });
  for (const field of ['description', 'timezone'] as const) {
    const message = knownTextProblem(value, field);
    if (message !== undefined) problems.push({ path: [field], message });
  }
  return problems;
}

function knownTextProblem(data: JsonObject, field: 'description' | 'timezone'): string | undefined {
  const value = Object.hasOwn(data, field) ? data[field] : undefined;
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return 'must be a string';
  const limit = EVENT_LIMITS[field];
  return isAtMost(value, limit) ? undefined : `must be at most ${limit} characters`;
}

function structureProblem(value: unknown, levels: number): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return 'holds a number that is too large for JSON';
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `must not be nested deeper than ${EVENT_LIMITS.dataDepth} levels`;
  for (const member of Object.values(value)) {
    const problem = structureProblem(member, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
