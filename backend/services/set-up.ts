import { randomBytes } from 'node:crypto';
import { unauthorized } from '../errors.ts';
import type { ApiKey } from '../model/key.ts';
import type { OrganizationStore } from '../store/port.ts';
import { hashSecret, type Keys } from './keys.ts';

export const DEFAULT_ORGANIZATION = 'default';

/** What the very first start shows, once. */
export interface FirstStart {
  readonly secret: string;
  /** Goes behind the `#` of the set-up link, where no server and no proxy writes it down. */
  readonly setupToken: string;
}

export interface SetUp {
  /** Makes the organization `default`, its first key and its set-up link; null when it is there. */
  firstStart(): Promise<FirstStart | null>;
  /** Trades a set-up link for a READ_WRITE key, once. Rejects with UNAUTHORIZED. */
  useLink(token: string): Promise<{ readonly secret: string; readonly key: ApiKey }>;
}

export interface SetUpDependencies {
  readonly organizations: OrganizationStore;
  readonly keys: Pick<Keys, 'create'>;
  readonly clock: () => number;
}

export function createSetUp({ organizations, keys, clock }: SetUpDependencies): SetUp {
  return {
    firstStart: async () => {
      const organization = {
        id: DEFAULT_ORGANIZATION,
        name: 'Default organization',
        createdAt: clock(),
      };
      // Of several nodes that start at once, one inserts.
      if (!(await organizations.insert(organization))) return null;
      const setupToken = randomBytes(32).toString('base64url');
      await organizations.insertSetupLink({
        hash: hashSecret(setupToken),
        organization: organization.id,
        createdAt: clock(),
      });
      const { secret } = await keys.create({
        organization: organization.id,
        name: 'first key',
        scope: 'READ_WRITE',
        createdBy: 'set-up',
      });
      return { secret, setupToken };
    },
    useLink: async (token) => {
      const organization = await organizations.useSetupLink(hashSecret(token), clock());
      if (organization === null) {
        throw unauthorized(
          'the set-up link is not valid or was used; make a key with: npx milepost keys create --name me --scope READ_WRITE',
        );
      }
      return keys.create({
        organization,
        name: 'set-up link',
        scope: 'READ_WRITE',
        createdBy: 'set-up',
      });
    },
  };
}
