/** What a pipeline says about itself, in one shape for every CI. */
import type { JsonObject, JsonValue } from '../../backend/model/event.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A value, and in words where it comes from. */
export interface Derived {
  readonly value: string;
  readonly origin: string;
}

/** What makes one execution of one step this execution, for the id of its event. */
export interface Execution {
  /** Readable start of the id, such as `gh-1658821493-1`. */
  readonly prefix: string;
  /** Everything that tells this execution from any other, in a fixed order. */
  readonly parts: readonly string[];
  readonly origin: string;
}

/**
 * How far a job has come. `started` is said at its beginning; a point event in the middle of a job
 * has no status at all.
 */
export const STATUSES = ['started', 'success', 'failure', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

export interface CiContext {
  readonly source?: Derived | undefined;
  readonly type?: Derived | undefined;
  readonly subject?: Derived | undefined;
  readonly version?: Derived | undefined;
  readonly description?: Derived | undefined;
  /** What the CI calls it; `status.ts` knows the words of all of them. */
  readonly status?: Derived | undefined;
  /** When the job began: ISO 8601, or ms since the Unix epoch in digits. */
  readonly startedAt?: Derived | undefined;
  /** When what is rolled out was committed, as the CI writes it: lead time begins there. */
  readonly commitTime?: Derived | undefined;
  /** The CI says that this environment is production, whatever it is called. */
  readonly isProduction?: boolean | undefined;
  /** Nobody should deploy at present, and somebody does. */
  readonly isFrozen?: boolean | undefined;
  /** Absent outside a pipeline, where nothing tells a retry from a second event. */
  readonly execution?: Execution | undefined;
  /** Kept as `data.ci`. */
  readonly facts: JsonObject;
}

/** One CI: `detect` looks at the environment alone, `read` never throws for what is missing. */
export interface Ci {
  /** In addresses and folder names, such as `azure-pipelines`. */
  readonly slug: string;
  readonly name: string;
  /** Every environment variable that `read` looks at: nothing else leaves the machine. */
  readonly variables: readonly string[];
  detect(env: Environment): boolean;
  /** `payload`: the event that started the run, where the CI hands one over. */
  read(env: Environment, payload: JsonObject): CiContext;
}

/** Undefined for a missing or empty value. */
export function derived(value: string | undefined, origin: string): Derived | undefined {
  return value === undefined || value === '' ? undefined : { value, origin };
}

/** The facts that are there. */
export function facts(values: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const present: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') present[name] = value;
  }
  return present;
}

/** A whole number that a variable holds. */
export function count(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function firstLine(text: string | undefined): string | undefined {
  return text?.split(/\r?\n/, 1)[0];
}
