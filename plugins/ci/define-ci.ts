import type { JsonObject } from '../../backend/model/event.ts';
import { cut, oneLine } from '../text.ts';
import type { Ci, CiContext, Derived, Environment } from './context.ts';
import { readStatus } from './status.ts';

/** The variables that a CI may look at; empty ones are absent, as some runners set what they lack to "". */
export type Variables<Name extends string> = { readonly [One in Name]?: string };

/** In code points: more than any name or address needs that is worth keeping beside an event. */
const FACT_LENGTH = 1000;

interface Definition<Name extends string> extends Omit<Ci, 'variables' | 'read'> {
  readonly variables: readonly Name[];
  read(variables: Variables<Name>, payload: JsonObject): CiContext;
}

/** A CI whose `read` cannot look at a variable that its list does not name. */
export function defineCi<const Name extends string>({ read, ...ci }: Definition<Name>): Ci {
  return {
    ...ci,
    read(env, payload) {
      const context = read(pick(env, ci.variables), payload);
      return { ...context, facts: cleanFacts(context.facts) };
    },
  };
}

function pick<Name extends string>(env: Environment, names: readonly Name[]): Variables<Name> {
  const picked: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && oneLine(value) !== '') picked[name] = value;
  }
  return picked;
}

/** Branches, labels and addresses are no less hostile than names, and are shown as often. */
export function cleanFacts(facts: JsonObject): JsonObject {
  const entries = Object.entries(facts).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(oneLine(value), FACT_LENGTH) : value,
  ]);
  return Object.fromEntries(entries) as JsonObject;
}

/** The status that a CI's word stands for; words of the middle of a job, such as `running`, give none. */
export function statusOf(word: string | undefined, origin: string): Derived | undefined {
  return word === undefined || readStatus(word) === undefined ? undefined : { value: word, origin };
}

/** The status that the exit code of a script stands for; `what` has ended, such as `the step`. */
export function statusOfExitCode(code: string | undefined, what: string): Derived | undefined {
  if (code === undefined || !/^-?\d{1,10}$/.test(code)) return undefined;
  const value = code === '0' ? 'success' : 'failure';
  return { value, origin: `exit code ${code} of ${what}` };
}
