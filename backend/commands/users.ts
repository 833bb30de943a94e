/** `milepost users …`: people from a shell, on the store that the environment names. */
import { baseUrlOf, type Config } from '../config.ts';
import { invalidField, notFound } from '../errors.ts';
import { newUuid } from '../ids.ts';
import { email as emailSchema } from '../model/account-schema.ts';
import { ROLES, type Role } from '../model/person.ts';
import type { By } from '../services/actors.ts';
import type { Audit } from '../services/audit.ts';
import { createInvitations } from '../services/invitations.ts';
import { createMembers, type Member } from '../services/members.ts';
import { resetSecondFactor } from '../services/second-factor.ts';
import { DEFAULT_ORGANIZATION } from '../services/set-up.ts';
import type { Store } from '../store/port.ts';
import { commandActor, commandOf, day, toLine, type Values } from './run.ts';

export const USERS_HELP = `Usage:
  milepost users list [--org default] [--json]
      Lists the members of an organization.
  milepost users reset <e-mail> [--second-factor]
      Prints a link, alone, on stdout, by which this person sets a new password; good for 24 hours,
      once. Earlier ones end. A second factor stays on and is asked for, unless --second-factor turns
      it off at once. With PASSWORD_SIGN_IN=off the link signs in, too: the way in when the issuer of
      single sign-on is gone.
  milepost users invite <e-mail> [--role owner|admin|member|viewer] [--org default]
      Prints a link, alone, on stdout, by which this person joins; good for 7 days, once. The way in
      for an owner when there is none, or none that can be reached.

Links start with BASE_URL; without one with http://HOST:PORT. Works on the store that the environment
names (DATA_DIR or MONGODB_URI), also while Milepost runs.
`;

const OPTIONS = {
  role: { type: 'string', default: 'member' },
  org: { type: 'string', default: DEFAULT_ORGANIZATION },
  json: { type: 'boolean', default: false },
  'second-factor': { type: 'boolean', default: false },
} as const;

/** Runs one `users` command; resolves with the exit code. */
export const usersCommand = commandOf({
  help: USERS_HELP,
  options: OPTIONS,
  perform: async (call) => (call.action === 'reset' ? reset(call) : { out: await perform(call) }),
});

interface Call {
  readonly config: Config;
  readonly store: Store;
  readonly audit: Audit;
  readonly action: string;
  readonly operands: readonly string[];
  readonly values: Values<typeof OPTIONS>;
}

async function perform(call: Call): Promise<string> {
  const { config, action, operands, values } = call;
  switch (action) {
    case 'list': {
      const members = await membersOf(call).list(values.org);
      return values.json ? `${JSON.stringify(members)}\n` : members.map(describe).join('');
    }
    case 'invite': {
      const address = readEmail(operands[0], 'invite');
      const { token } = await invite(call, values.org, address, readRole(values.role));
      return `${baseUrlOf(config)}/invite#${token}\n`;
    }
    default:
      throw invalidField('users', `unknown command ${action}, use list, reset or invite`);
  }
}

async function reset(call: Call): Promise<{ readonly out: string; readonly err: string }> {
  const { config, store, operands, values } = call;
  const address = readEmail(operands[0], 'reset');
  const person = await store.people.findByEmail(address);
  if (person === null) throw notFound(`e-mail: nobody has the address ${address}`);
  const { organization, id } = person;
  const hasFactor = (await store.secondFactors.find(id))?.confirmedAt != null;
  if (values['second-factor']) {
    await resetSecondFactor({ ...store, audit: call.audit }, organization, id, by());
  }
  const { token } = await membersOf(call).resetLink(organization, id, by());
  const err = hasFactor && !values['second-factor'] ? FACTOR_STAYS : '';
  return { out: `${baseUrlOf(config)}/reset#${token}\n`, err };
}

const FACTOR_STAYS =
  'The second factor stays on and is asked for; if it is lost, add --second-factor.\n';

type Services = Pick<Call, 'store' | 'audit'>;

function commonOf({ store, audit }: Services) {
  return {
    ...store,
    audit,
    // No session is known in this process; the servers notice by themselves.
    sessions: { changed: () => {} },
    clock: Date.now,
    newId: newUuid,
  };
}

function membersOf(call: Services) {
  return createMembers(commonOf(call));
}

async function invite(call: Services, organization: string, address: string, role: Role) {
  if ((await call.store.organizations.find(organization)) === null) {
    throw notFound(`organization: there is no organization ${organization}`);
  }
  const passwords = { hash: () => Promise.reject(new Error('nobody joins from a shell')) };
  const invitations = createInvitations({ ...commonOf(call), passwords });
  return invitations.create(organization, address, role, by());
}

/** Who has the shell has the database, and so may do everything. */
function by(): By {
  return { actor: commandActor(), role: null };
}

function readEmail(operand: string | undefined, action: string): string {
  const parsed = emailSchema.safeParse(operand);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? 'is not valid';
  throw invalidField('e-mail', `${message}: milepost users ${action} <e-mail>`);
}

function readRole(text: string): Role {
  const known = ROLES.find((one) => one === text);
  if (known === undefined) throw invalidField('--role', `must be one of ${ROLES.join(', ')}`);
  return known;
}

function describe({ id, email, role, createdAt, name }: Member): string {
  return toLine([id, email, role, day(createdAt), name]);
}
