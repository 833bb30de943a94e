/** `milepost integrations …`: senders that sign, on the store that the environment names. */
import { invalidField } from '../errors.ts';
import { newUuid } from '../ids.ts';
import type { Integration } from '../model/integration.ts';
import { createIntegrations, type Integrations } from '../services/integrations.ts';
import { createSeal } from '../services/seal.ts';
import { DEFAULT_ORGANIZATION } from '../services/set-up.ts';
import { readSecretKey } from '../store/secret-key.ts';
import { commandActor, commandOf, day, toLine, type Values } from './run.ts';

export const INTEGRATIONS_HELP = `Usage:
  milepost integrations create --name <name> [--org default] [--json]
      Makes a secret by which a sender signs samples of metrics, and prints its id and the secret;
      with --json as {"integration", "secret"}. The secret is not shown again.
  milepost integrations list [--org default] [--json]
      Lists the integrations of an organization, without their secrets.
  milepost integrations revoke <id> [--org default]
      Ends an integration, at once on every node.

Works on the store that the environment names (DATA_DIR or MONGODB_URI), also while Milepost runs.
`;

const OPTIONS = {
  name: { type: 'string' },
  org: { type: 'string', default: DEFAULT_ORGANIZATION },
  json: { type: 'boolean', default: false },
} as const;

/** Runs one `integrations` command; resolves with the exit code. */
export const integrationsCommand = commandOf({
  help: INTEGRATIONS_HELP,
  options: OPTIONS,
  perform: async ({ config, store, audit, action, operands, values }) => {
    const integrations = createIntegrations({
      integrations: store.integrations,
      organizations: store.organizations,
      audit,
      seal: () => createSeal(readSecretKey(config), 'integrations'),
      clock: Date.now,
      newId: newUuid,
    });
    return { out: await perform(integrations, action, operands, values) };
  },
});

async function perform(
  integrations: Integrations,
  action: string,
  [id]: readonly string[],
  { org: organization, name = '', json }: Values<typeof OPTIONS>,
): Promise<string> {
  switch (action) {
    case 'create': {
      const made = await integrations.create({ organization, name, actor: commandActor() });
      return json ? `${JSON.stringify(made)}\n` : toLine([made.integration.id, made.secret]);
    }
    case 'list': {
      const records = await integrations.list(organization);
      return json ? `${JSON.stringify(records)}\n` : records.map(describe).join('');
    }
    case 'revoke': {
      if (id === undefined) {
        throw invalidField('id', 'is required: milepost integrations revoke <id>');
      }
      await integrations.revoke(organization, id, commandActor());
      return `revoked ${id}\n`;
    }
    default:
      throw invalidField('integrations', `unknown command ${action}, use create, list or revoke`);
  }
}

function describe({ id, name, createdAt, revokedAt }: Integration): string {
  const state = revokedAt === null ? 'active' : `revoked ${day(revokedAt)}`;
  return toLine([id, day(createdAt), state, name]);
}
