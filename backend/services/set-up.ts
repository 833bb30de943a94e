import { randomBytes } from 'node:crypto';
import { invalidField, unauthorized } from '../errors.ts';
import type { Person } from '../model/person.ts';
import type { PersonStore } from '../store/account-port.ts';
import type { OrganizationStore } from '../store/port.ts';
import { actorOf, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import { hashSecret, type Keys } from './keys.ts';
import { checkPassword } from './passwords.ts';
import type { PasswordSignIn } from './sessions.ts';

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
  /** Makes the owner of the link's organization, once. Rejects with UNAUTHORIZED for the link. */
  makeOwner(owner: NewOwner): Promise<Person>;
}

export interface NewOwner {
  readonly token: string;
  readonly name: string;
  /** In lower case. */
  readonly email: string;
  readonly password: string;
  /** A name for the organization; without one it keeps its own. */
  readonly organization: string | undefined;
}

export interface SetUpDependencies {
  readonly organizations: OrganizationStore;
  readonly keys: Pick<Keys, 'create'>;
  readonly people: Pick<PersonStore, 'insert' | 'findByEmail'>;
  readonly passwords: Pick<PasswordSignIn, 'hash'>;
  readonly audit: Pick<Audit, 'change'>;
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createSetUp(dependencies: SetUpDependencies): SetUp {
  const { organizations, keys, people, passwords, audit, clock, newId } = dependencies;
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
    makeOwner: async ({ token, name, email, password, organization: newName }) => {
      const hash = hashSecret(token);
      if ((await organizations.findSetupLink(hash)) === null) throw usedUp();
      checkPassword(password, email);
      if ((await people.findByEmail(email)) !== null) {
        throw invalidField('email', 'is taken, use another one');
      }
      const passwordHash = await passwords.hash(password);
      // Only now: what is refused before must not use up the link.
      const organization = await organizations.useSetupLink(hash, clock());
      if (organization === null) throw usedUp();
      const person: Person = { id: newId(), email, name, role: 'owner' };
      const deed = { organization, actor: actorOf(person), target: personTarget(person) };
      const details = {
        role: person.role,
        ...(newName !== undefined && { organization: newName }),
      };
      await audit.change({ ...deed, action: 'member.joined', details }, () =>
        people.insert({ ...person, organization, passwordHash, createdAt: clock() }),
      );
      if (newName !== undefined) await organizations.rename(organization, newName);
      return person;
    },
  };
}

function usedUp(): Error {
  return unauthorized(
    'the set-up link is not valid or was used; sign in, or make a link for an owner with: npx milepost users invite <e-mail> --role owner',
  );
}
