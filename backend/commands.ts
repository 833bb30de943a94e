/** `milepost keys …`: administration from a shell, on the store that the environment names. */
import { parseArgs } from 'node:util';
import type { Config } from './config.ts';
import { invalidField, MilepostError } from './errors.ts';
import { newUuid } from './ids.ts';
import { type ApiKey, SCOPES, type Scope } from './model/key.ts';
import { createKeys, type Keys } from './services/keys.ts';
import { DEFAULT_ORGANIZATION } from './services/set-up.ts';
import { openStore } from './store/open.ts';

export const KEYS_HELP = `Usage:
  milepost keys create --name <name> --scope READ_WRITE|READ_ONLY [--org default] [--expires-in 90d]
      Makes an API key and prints it, alone, on stdout. It is not shown again.
  milepost keys list [--org default]
      Lists the keys of an organization, without their secrets.
  milepost keys revoke <id> [--org default]
      Ends a key, within seconds on every node.

Works on the store that the environment names (DATA_DIR or MONGODB_URI), also while Milepost runs.
`;

const DAY_MS = 86_400_000;

interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs one `keys` command; returns the exit code. */
export async function keysCommand(
  args: readonly string[],
  config: Config,
  { out, err }: Output,
): Promise<number> {
  try {
    const { positionals, values } = parse(args);
    const [action, ...operands] = positionals;
    if (values.help || action === undefined) {
      out(KEYS_HELP);
      return values.help ? 0 : 2;
    }
    const store = await openStore(config);
    try {
      const keys = createKeys({
        keys: store.keys,
        organizations: store.organizations,
        clock: Date.now,
        newId: newUuid,
      });
      out(await perform(keys, action, operands, values));
      return 0;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!isCallersMistake(error)) throw error;
    err(`milepost: ${error.message}\n`);
    return 2;
  }
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      scope: { type: 'string' },
      org: { type: 'string', default: DEFAULT_ORGANIZATION },
      'expires-in': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

async function perform(
  keys: Keys,
  action: string,
  operands: readonly string[],
  values: Values,
): Promise<string> {
  switch (action) {
    case 'create': {
      const { secret } = await keys.create({
        organization: values.org,
        name: values.name ?? '',
        scope: readScope(values.scope),
        createdBy: 'cli',
        expiresAt: readExpiry(values['expires-in']),
      });
      return `${secret}\n`;
    }
    case 'list':
      return (await keys.list(values.org)).map(toLine).join('');
    case 'revoke': {
      const [id] = operands;
      if (id === undefined) throw invalidField('id', 'is required: milepost keys revoke <id>');
      await keys.revoke(values.org, id);
      return `revoked ${id}\n`;
    }
    default:
      throw invalidField('keys', `unknown command ${action}, use create, list or revoke`);
  }
}

function readScope(scope: string | undefined): Scope {
  const known = SCOPES.find((one) => one === scope);
  if (known === undefined) throw invalidField('--scope', `must be ${SCOPES.join(' or ')}`);
  return known;
}

function readExpiry(text: string | undefined): number | null {
  if (text === undefined) return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days === undefined)
    throw invalidField('--expires-in', 'must be a number of days such as 90d');
  return Date.now() + Number(days) * DAY_MS;
}

function toLine(key: ApiKey): string {
  const state = key.revokedAt === null ? expiryOf(key) : `revoked ${day(key.revokedAt)}`;
  const used = key.lastUsedAt === null ? 'never used' : `used ${day(key.lastUsedAt)}`;
  return `${[key.id, `${key.prefix}…`, key.scope, day(key.createdAt), used, state, key.name].join('\t')}\n`;
}

function expiryOf({ expiresAt }: ApiKey): string {
  return expiresAt === null ? 'no expiry' : `expires ${day(expiresAt)}`;
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function isCallersMistake(error: unknown): error is Error {
  if (error instanceof MilepostError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}
