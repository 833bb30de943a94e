/** `milepost keys …`: API keys from a shell, on the store that the environment names. */
import { invalidField } from '../errors.ts';
import { newUuid } from '../ids.ts';
import { type ApiKey, SCOPES, type Scope } from '../model/key.ts';
import { createKeys, type Keys } from '../services/keys.ts';
import { DEFAULT_ORGANIZATION } from '../services/set-up.ts';
import { commandActor, commandOf, day, toLine, type Values } from './run.ts';

export const KEYS_HELP = `Usage:
  milepost keys create --name <name> --scope READ_WRITE|READ_ONLY [--org default] [--expires-in 90d]
                       [--json]
      Makes an API key and prints it, alone, on stdout; with --json as {"key", "secret"}, the
      secret being the key itself. It is not shown again.
  milepost keys list [--org default] [--json]
      Lists the keys of an organization, without their secrets.
  milepost keys revoke <id> [--org default]
      Ends a key, within seconds on every node.

Works on the store that the environment names (DATA_DIR or MONGODB_URI), also while Milepost runs.
`;

const DAY_MS = 86_400_000;

const OPTIONS = {
  name: { type: 'string' },
  scope: { type: 'string' },
  org: { type: 'string', default: DEFAULT_ORGANIZATION },
  'expires-in': { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Runs one `keys` command; resolves with the exit code. */
export const keysCommand = commandOf({
  help: KEYS_HELP,
  options: OPTIONS,
  perform: async ({ store, audit, action, operands, values }) => {
    const shared = { clock: Date.now, newId: newUuid };
    const { keys: records, organizations } = store;
    const keys = createKeys({ keys: records, organizations, audit, ...shared });
    return { out: await perform(keys, action, operands, values) };
  },
});

async function perform(
  keys: Keys,
  action: string,
  operands: readonly string[],
  values: Values<typeof OPTIONS>,
): Promise<string> {
  switch (action) {
    case 'create': {
      const { secret, key } = await keys.create({
        organization: values.org,
        name: values.name ?? '',
        scope: readScope(values.scope),
        createdBy: 'cli',
        actor: commandActor(),
        expiresAt: readExpiry(values['expires-in']),
      });
      return values.json ? `${JSON.stringify({ key, secret })}\n` : `${secret}\n`;
    }
    case 'list': {
      const records = await keys.list(values.org);
      return values.json ? `${JSON.stringify(records)}\n` : records.map(describe).join('');
    }
    case 'revoke': {
      const [id] = operands;
      if (id === undefined) throw invalidField('id', 'is required: milepost keys revoke <id>');
      await keys.revoke(values.org, id, commandActor());
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

function describe(key: ApiKey): string {
  const state = key.revokedAt === null ? expiryOf(key) : `revoked ${day(key.revokedAt)}`;
  const used = key.lastUsedAt === null ? 'never used' : `used ${day(key.lastUsedAt)}`;
  return toLine([key.id, `${key.prefix}…`, key.scope, day(key.createdAt), used, state, key.name]);
}

function expiryOf({ expiresAt }: ApiKey): string {
  return expiresAt === null ? 'no expiry' : `expires ${day(expiresAt)}`;
}
