import { invalidField, MilepostError, notFound } from '../errors.ts';
import type { Actor, AuditTarget } from '../model/audit.ts';
import { isAtMost } from '../model/event-data.ts';
import { isSafeUrl } from '../model/issuer.ts';
import { isName, isResourceId, type Trust } from '../model/trust.ts';
import type { OrganizationStore, TrustStore } from '../store/port.ts';
import type { Audit } from './audit.ts';

const ENVIRONMENT_LIMIT = 255;

export type NewTrust = Omit<Trust, 'id' | 'createdAt' | 'lastUsedAt' | 'revokedAt'>;

export interface Trusts {
  /** Rejects what is trusted already, and unknown organizations. */
  add(trust: NewTrust, actor: Actor): Promise<Trust>;
  /** Oldest first; revoked ones too. */
  list(organization: string): Promise<readonly Trust[]>;
  /** Takes effect within seconds on every node. Rejects unknown ids. */
  revoke(organization: string, id: string, actor: Actor): Promise<void>;
}

export interface TrustsDependencies {
  readonly trusts: TrustStore;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly audit: Pick<Audit, 'change'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

/** Which repositories are trusted, for whoever administers Milepost. */
export function createTrusts({
  trusts,
  organizations,
  audit,
  clock,
  newId,
}: TrustsDependencies): Trusts {
  /** One issuer is of one provider: its claims are read as that one's. */
  const checkProvider = async ({ issuer, provider }: NewTrust): Promise<void> => {
    const known = await trusts.providerOf(issuer);
    if (known === null || known === provider) return;
    throw invalidField('issuer', `is trusted as one of ${known} already`);
  };

  const checkResource = async (wanted: NewTrust): Promise<void> => {
    if (wanted.resourceId === null) return;
    const records = await trusts.find(wanted.issuer, wanted.resourceId, wanted.name);
    const same = records.find(
      ({ revokedAt, resourceId, environment }) =>
        revokedAt === null &&
        resourceId === wanted.resourceId &&
        environment === wanted.environment,
    );
    if (same !== undefined) throw alreadyTrusted(same.name, same.environment);
  };

  return {
    add: async (wanted, actor) => {
      checkForm(wanted);
      if ((await organizations.find(wanted.organization)) === null) {
        throw notFound(`organization: there is no organization ${wanted.organization}`);
      }
      await checkProvider(wanted);
      await checkResource(wanted);
      const trust: Trust = {
        id: newId(),
        ...wanted,
        createdAt: clock(),
        lastUsedAt: null,
        revokedAt: null,
      };
      const { organization, provider, issuer, resourceId, environment } = trust;
      const details = { provider, issuer, resourceId, environment };
      const target = targetOf(trust);
      const deed = { organization, actor, action: 'trust.added', target, details } as const;
      return audit.change(deed, async () => {
        if (!(await trusts.insert(trust))) throw alreadyTrusted(trust.name, environment);
        return trust;
      });
    },
    list: (organization) => trusts.list(organization),
    revoke: async (organization, id, actor) => {
      const trust = (await trusts.list(organization)).find((one) => one.id === id);
      if (trust === undefined) throw notFound(`id: there is no trust ${id}`);
      if (trust.revokedAt !== null) return;
      const deed = {
        organization,
        actor,
        action: 'trust.revoked',
        target: targetOf(trust),
      } as const;
      await audit.change(deed, () => trusts.revoke(organization, id, clock()));
    },
  };
}

function targetOf({ id, name }: Trust): AuditTarget {
  return { kind: 'trust', id, name };
}

function checkForm({ issuer, name, resourceId, environment }: NewTrust): void {
  if (!isSafeUrl(issuer, true)) {
    throw invalidField('issuer', 'must be an https URL without query, as the iss of the tokens is');
  }
  if (!isName(name)) {
    throw invalidField('name', 'must be owner/repository or group/project, in ASCII');
  }
  if (resourceId !== null && !isResourceId(resourceId)) {
    throw invalidField('resourceId', 'must be a number of at most 20 digits');
  }
  if (environment !== null && (environment === '' || !isAtMost(environment, ENVIRONMENT_LIMIT))) {
    throw invalidField('environment', `must have 1 to ${ENVIRONMENT_LIMIT} characters`);
  }
}

function alreadyTrusted(name: string, environment: string | null): MilepostError {
  const where = environment === null ? 'every environment' : `the environment ${environment}`;
  return new MilepostError(
    'CONFLICT',
    `${name} is trusted for ${where} already, see: npx milepost trust list`,
  );
}
