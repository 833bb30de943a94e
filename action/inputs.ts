/** The inputs as GitHub hands them over, all of them text, and what they mean. */
import type { JsonObject } from '../backend/model/event.ts';
import { derived } from '../plugins/ci/context.ts';
import { parseObject } from '../plugins/ci/payload.ts';
import { type Given, givenBy } from '../plugins/given.ts';
import { type FailurePolicy, POLICIES } from '../plugins/report.ts';
import { DEFAULT_POLICY, type RetryPolicy } from '../plugins/retry.ts';

/** Every input of `action.yml`, in its order. */
export const INPUTS = [
  'url',
  'api-key',
  'record',
  'type',
  'environment',
  'version',
  'source',
  'status',
  'severity',
  'description',
  'data',
  'fail-on-error',
  'timeout',
  'dry-run',
  'job-status',
  'job-index',
  'check-run-id',
] as const;
export type InputName = (typeof INPUTS)[number];
/** Empty text for an input that is not given. */
export type RunInputs = Readonly<Record<InputName, string>>;

/** When an event is recorded: by the step itself, at the end of its job, or both. */
const MOMENTS = ['once', 'start-and-end', 'end'] as const;
type Moments = (typeof MOMENTS)[number];

export interface Settings {
  readonly given: Given;
  readonly failOnError: FailurePolicy;
  readonly policy: RetryPolicy;
  readonly isDryRun: boolean;
  readonly problems: readonly string[];
}

const LONGEST_TIMEOUT_S = 600;

/** Reads what is not about the connection; collects problems and never shows a value. */
export function readSettings(inputs: RunInputs): Settings {
  const data = readData(inputs.data);
  const failOnError = readPolicy(inputs['fail-on-error']);
  const policy = readTimeout(inputs.timeout);
  const isDryRun = readBoolean(inputs['dry-run']);
  const record = readMoments(inputs.record);
  const problems = [
    ...(record === undefined ? [`input record: must be ${oneOf(MOMENTS)}`] : []),
    ...(data === undefined ? [DATA_PROBLEM] : []),
    ...(failOnError === undefined ? [`input fail-on-error: must be ${oneOf(POLICIES)}`] : []),
    ...(policy === undefined
      ? [`input timeout: must be a number of seconds from 1 to ${LONGEST_TIMEOUT_S}`]
      : []),
    ...(isDryRun === undefined ? ['input dry-run: must be true or false'] : []),
  ];
  return {
    given: { ...readGiven(inputs), data },
    // Whoever wrote something here wants to hear of mistakes.
    failOnError: failOnError ?? 'config',
    policy: policy ?? DEFAULT_POLICY,
    isDryRun: isDryRun ?? false,
    problems,
  };
}

const DATA_PROBLEM =
  'input data: must be a JSON object such as {"ticket": "OPS-1"}; it is not shown here, since it may hold a secret';

/** Undefined for a word that is none of them. */
export function readMoments(text: string): Moments | undefined {
  return text === '' ? 'once' : MOMENTS.find((one) => one === text.toLowerCase());
}

function readGiven(inputs: RunInputs): Given {
  const texts: Partial<Record<string, string>> = inputs;
  return givenBy((name) => derived(texts[name], `input ${name}`));
}

function readData(text: string): JsonObject | undefined {
  return text.trim() === '' ? {} : parseObject(text);
}

function readPolicy(text: string): FailurePolicy | undefined {
  return text === '' ? 'never' : POLICIES.find((one) => one === text.toLowerCase());
}

function readTimeout(text: string): RetryPolicy | undefined {
  if (text === '') return DEFAULT_POLICY;
  const seconds = Number(text);
  if (!(seconds >= 1 && seconds <= LONGEST_TIMEOUT_S)) return undefined;
  return { ...DEFAULT_POLICY, budgetMs: seconds * 1000 };
}

function readBoolean(text: string): boolean | undefined {
  const value = text.toLowerCase();
  return value === 'true' ? true : value === '' || value === 'false' ? false : undefined;
}

function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
