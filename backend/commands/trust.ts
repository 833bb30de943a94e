/** `milepost trust …`: pipelines without a key, on the store that the environment names. */
import { invalidField } from '../errors.ts';
import { newUuid } from '../ids.ts';
import { DEFAULT_ISSUERS } from '../model/issuer.ts';
import { PROVIDERS, type Provider, type Trust } from '../model/trust.ts';
import { DEFAULT_ORGANIZATION } from '../services/set-up.ts';
import { createTrusts, type NewTrust, type Trusts } from '../services/trusts.ts';
import { commandActor, commandOf, day, toLine, type Values } from './run.ts';

export const TRUST_HELP = `Usage:
  milepost trust add github:<owner>/<repository> [--repository-id <n>] [--environment <name>]
                     [--issuer https://<host>/_services/token] [--org default]
  milepost trust add gitlab:<group>/<project> [--project-id <n>] [--environment <name>]
                     [--issuer https://<host>] [--org default]
      Lets the jobs of a repository record and read without an API key, by the id tokens of their
      CI; with --environment only jobs of that environment. Prints the id of the trust on stdout.
      Without its id, the repository that first comes with the name is the one that is trusted.
  milepost trust list [--org default] [--json]
      Lists what an organization trusts.
  milepost trust revoke <id> [--org default]
      Ends a trust, within seconds on every node.

Works on the store that the environment names (DATA_DIR or MONGODB_URI), also while Milepost runs.
`;

const OPTIONS = {
  'repository-id': { type: 'string' },
  'project-id': { type: 'string' },
  environment: { type: 'string' },
  issuer: { type: 'string' },
  org: { type: 'string', default: DEFAULT_ORGANIZATION },
  json: { type: 'boolean', default: false },
} as const;

type TrustValues = Values<typeof OPTIONS>;

/** What each provider calls the id of a repository. */
const ID_OPTION = { github: 'repository-id', gitlab: 'project-id' } as const;

/** Runs one `trust` command; resolves with the exit code. */
export const trustCommand = commandOf({
  help: TRUST_HELP,
  options: OPTIONS,
  perform: async ({ config, store, audit, action, operands, values }) => {
    const shared = { clock: Date.now, newId: newUuid };
    const { trusts: records, organizations } = store;
    const trusts = createTrusts({ trusts: records, organizations, audit, ...shared });
    const { out, added } = await perform(trusts, action, operands, values);
    return added === undefined ? { out } : { out, err: nextSteps(added, config.baseUrl) };
  },
});

async function perform(
  trusts: Trusts,
  action: string,
  [operand]: readonly string[],
  values: TrustValues,
): Promise<{ readonly out: string; readonly added?: Trust }> {
  switch (action) {
    case 'add': {
      const trust = await trusts.add(readTrust(operand, values), commandActor());
      return { out: `${trust.id}\n`, added: trust };
    }
    case 'list': {
      const records = await trusts.list(values.org);
      return { out: values.json ? `${JSON.stringify(records)}\n` : records.map(describe).join('') };
    }
    case 'revoke': {
      if (operand === undefined) {
        throw invalidField('id', 'is required: milepost trust revoke <id>');
      }
      await trusts.revoke(values.org, operand, commandActor());
      return { out: `revoked ${operand}\n` };
    }
    default:
      throw invalidField('trust', `unknown command ${action}, use add, list or revoke`);
  }
}

function readTrust(operand: string | undefined, values: TrustValues): NewTrust {
  const [word, name] = /^([a-z]+):(.+)$/.exec(operand ?? '')?.slice(1) ?? [];
  const provider = PROVIDERS.find((one) => one === word);
  if (provider === undefined || name === undefined) {
    throw invalidField(
      'repository',
      'say which one: milepost trust add github:<owner>/<repository>, or gitlab:<group>/<project>',
    );
  }
  return {
    organization: values.org,
    provider,
    // Neither provider has a slash there, and many copy one.
    issuer: (values.issuer ?? DEFAULT_ISSUERS[provider]).replace(/\/+$/, ''),
    name,
    resourceId: readResourceId(provider, values),
    environment: values.environment ?? null,
    createdBy: 'cli',
  };
}

function readResourceId(provider: Provider, values: TrustValues): string | null {
  const wrong = ID_OPTION[provider === 'github' ? 'gitlab' : 'github'];
  if (values[wrong] !== undefined) {
    throw invalidField(`--${wrong}`, `is not for ${provider}, use --${ID_OPTION[provider]}`);
  }
  return values[ID_OPTION[provider]] ?? null;
}

/** What to put into the pipeline; `baseUrl` is what its tokens must be made out to, where known. */
function nextSteps(trust: Trust, baseUrl: string | undefined): string {
  const { provider, name, resourceId, environment } = trust;
  const job = environment === null ? '' : ` in a job with environment: ${environment}`;
  const pin =
    resourceId === null
      ? `The first repository that comes with the name ${name} is the one that is trusted from then on.\n`
      : '';
  const address = baseUrl ?? 'https://milepost.example.com # the BASE_URL of the server';
  return `${pin}Put into the pipeline of ${name}${job}, with no key:\n\n${SNIPPETS[provider](address)}`;
}

const SNIPPETS: Readonly<Record<Provider, (address: string) => string>> = {
  github: (address) => `  permissions:
    id-token: write # and contents: read, where the job checks out
  steps:
    - uses: OWNER/milepost@v1
      with:
        url: ${address}
`,
  gitlab: (address) => `  id_tokens:
    MILEPOST_ID_TOKEN:
      aud: ${address}
`,
};

function describe(trust: Trust): string {
  const { resourceId, environment, lastUsedAt, revokedAt } = trust;
  return toLine([
    trust.id,
    `${trust.provider}:${trust.name}`,
    resourceId === null ? 'not pinned' : `id ${resourceId}`,
    environment === null ? 'every environment' : `environment ${environment}`,
    day(trust.createdAt),
    lastUsedAt === null ? 'never used' : `used ${day(lastUsedAt)}`,
    revokedAt === null ? 'active' : `revoked ${day(revokedAt)}`,
    trust.issuer,
  ]);
}
