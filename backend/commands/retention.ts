/** `milepost retention …`: how long events are kept, on the store that the environment names. */
import { invalidField, MilepostError, validationError } from '../errors.ts';
import { newUuid } from '../ids.ts';
import { describeRule, type RetentionRule, type RetentionSettings } from '../model/retention.ts';
import { retentionBody, rulesOf } from '../model/retention-schema.ts';
import { createRetention, type Retention } from '../services/retention.ts';
import { DEFAULT_ORGANIZATION } from '../services/set-up.ts';
import type { RetentionStore } from '../store/port.ts';
import { commandActor, commandOf, type Values } from './run.ts';

export const RETENTION_HELP = `Usage:
  milepost retention show [--org default] [--json]
      Shows how long events are kept, and when deletion was last through.
  milepost retention set '<rules>' [--org default] [--dry-run]
      Sets the rules, all at once, as a JSON list such as
        [{"days": 365}, {"type": "scaling", "days": 30}, {"subject": "staging", "days": 14}]
      The most specific rule that matches decides; what no rule matches is kept for ever, and []
      keeps everything. A running server deletes within the hour. With --dry-run nothing is set or
      deleted, and the number of events is printed that would be.
  milepost retention run [--org default] [--dry-run]
      Deletes what has expired now and prints how many events that were; with --dry-run it only
      counts them.

Works on the store that the environment names (DATA_DIR or MONGODB_URI), also while Milepost runs.
What was deleted cannot be brought back.
`;

const LEASE_MS = 60_000;

const OPTIONS = {
  org: { type: 'string', default: DEFAULT_ORGANIZATION },
  json: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** Runs one `retention` command; resolves with the exit code. */
export const retentionCommand = commandOf({
  help: RETENTION_HELP,
  options: OPTIONS,
  perform: async ({ store, audit, action, operands, values }) => {
    const clock = Date.now;
    const retention = createRetention({ ...store, audit, clock });
    if ((await store.organizations.find(values.org)) === null) {
      throw invalidField('--org', `there is no organization ${values.org}`);
    }
    return { out: await perform(retention, store.retention, action, operands, values) };
  },
});

async function perform(
  retention: Retention,
  store: RetentionStore,
  action: string,
  [operand]: readonly string[],
  values: Values<typeof OPTIONS>,
): Promise<string> {
  const { org, json } = values;
  const isTrial = values['dry-run'];
  switch (action) {
    case 'show': {
      const settings = await retention.read(org);
      return json ? `${JSON.stringify(settings)}\n` : describe(settings);
    }
    case 'set': {
      const rules = readRules(operand);
      if (isTrial) return `${await retention.count(org, rules)}\n`;
      return describe(await retention.change(org, rules, commandActor()));
    }
    case 'run': {
      if (!isTrial) return `${await runAlone(retention, store, org)}\n`;
      const { rules } = await retention.read(org);
      return `${await retention.count(org, rules)}\n`;
    }
    default:
      throw invalidField('retention', `unknown command ${action}, use show, set or run`);
  }
}

async function runAlone(retention: Retention, store: RetentionStore, org: string): Promise<number> {
  const holder = newUuid();
  const hold = () => store.acquire(holder, Date.now(), Date.now() + LEASE_MS);
  if (!(await hold())) {
    throw new MilepostError(
      'CONFLICT',
      'a server is deleting just now, see: milepost retention show',
    );
  }
  try {
    return await retention.run(org, { actor: commandActor(), mayGoOn: hold });
  } finally {
    await store.release(holder);
  }
}

function readRules(text: string | undefined): RetentionRule[] {
  if (text === undefined) {
    throw invalidField('rules', `are required, such as: milepost retention set '[{"days": 365}]'`);
  }
  const parsed = retentionBody.safeParse({ rules: parseList(text) });
  if (parsed.success) return rulesOf(parsed.data);
  const [first, ...others] = parsed.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }));
  throw validationError([first ?? { field: 'rules', message: 'are not valid' }, ...others]);
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('rules', `must be a JSON list, such as '[{"type": "scaling", "days": 30}]'`);
  }
}

function describe({ rules, lastRun }: RetentionSettings): string {
  const lines = rules.map((rule) => `${describeRule(rule)}\n`);
  const rest = rules.some(({ type, subject }) => type === undefined && subject === undefined)
    ? ''
    : `${rules.length === 0 ? 'everything' : 'everything else'}: for ever\n`;
  const run =
    lastRun === null
      ? 'Deletion has not run yet.\n'
      : `Deletion was last through at ${new Date(lastRun.at).toISOString()}: ${lastRun.deleted} events.\n`;
  return lines.join('') + rest + run;
}
