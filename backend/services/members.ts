import { conflict, forbidden, notFound } from '../errors.ts';
import type { Person, Role } from '../model/person.ts';
import type {
  LinkRecord,
  LinkStore,
  MemberChange,
  PersonRecord,
  PersonStore,
} from '../store/account-port.ts';
import type { SecondFactorStore } from '../store/identity-port.ts';
import type { ConnectionStore } from '../store/oauth-port.ts';
import type { OrganizationStore } from '../store/port.ts';
import type { ViewStore } from '../store/view-port.ts';
import { type By, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import { type NewLink, newLinkToken } from './link-tokens.ts';
import type { Sessions } from './sessions.ts';
import { toPerson } from './sessions.ts';

export interface Member extends Person {
  /** ms since the Unix epoch. */
  readonly createdAt: number;
  readonly hasSecondFactor: boolean;
}

/** Who belongs to an organization. `by` is who asks; what they may not do rejects with FORBIDDEN. */
export interface Members {
  list(organization: string): Promise<readonly Member[]>;
  /** Rejects with NOT_FOUND, and with CONFLICT for the last owner. */
  setRole(organization: string, id: string, role: Role, by: By): Promise<Member>;
  /** Their sessions, links, assistants and private views end. Rejects as `setRole` does. */
  remove(organization: string, id: string, by: By): Promise<void>;
  /** A link by which a member sets a new password; earlier ones end. */
  resetLink(organization: string, id: string, by: By): Promise<NewLink>;
  rename(organization: string, name: string, by: By): Promise<void>;
}

export interface MembersDependencies {
  readonly people: PersonStore;
  readonly secondFactors: Pick<SecondFactorStore, 'find'>;
  readonly organizations: Pick<OrganizationStore, 'rename'>;
  readonly links: Pick<LinkStore, 'insert' | 'removeOf'>;
  readonly connections: Pick<ConnectionStore, 'removeOf'>;
  readonly sessions: Pick<Sessions, 'changed'>;
  readonly views: Pick<ViewStore, 'removePrivate'>;
  readonly audit: Pick<Audit, 'change'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

const RESET_MS = 24 * 3_600_000;

export function createMembers(dependencies: MembersDependencies): Members {
  const { people, secondFactors, organizations, links, connections, sessions } = dependencies;
  const { views, audit, clock, newId } = dependencies;

  const find = async (organization: string, id: string): Promise<PersonRecord> => {
    const person = await people.find(id);
    // Of another organization: as if there were none.
    if (person?.organization !== organization) throw unknown(id);
    return person;
  };

  const toMember = async (record: PersonRecord): Promise<Member> => {
    const factor = await secondFactors.find(record.id);
    const hasSecondFactor = factor !== null && factor.confirmedAt !== null;
    return { ...toPerson(record), createdAt: record.createdAt, hasSecondFactor };
  };

  return {
    list: async (organization) => Promise.all((await people.list(organization)).map(toMember)),
    setRole: async (organization, id, role, by) => {
      const person = await find(organization, id);
      if (role === 'owner') requireOwner(by, 'make an owner');
      if (person.role === 'owner') requireOwner(by, 'change an owner’s role');
      const action = 'member.role-changed';
      await audit.change(
        { organization, ...deedTo(person, by), action, details: { from: person.role, to: role } },
        async () => check(id, await people.setRole(organization, id, role)),
      );
      sessions.changed();
      return { ...(await toMember(person)), role };
    },
    remove: async (organization, id, by) => {
      const person = await find(organization, id);
      if (person.role === 'owner') requireOwner(by, 'remove an owner');
      await audit.change(
        { organization, ...deedTo(person, by), action: 'member.removed' },
        async () => {
          check(id, await people.remove(organization, id));
          await links.removeOf(id);
          await views.removePrivate(organization, id);
          await connections.removeOf(id);
        },
      );
      sessions.changed();
    },
    resetLink: async (organization, id, by) => {
      const person = await find(organization, id);
      const { email, role } = person;
      // Who sets an owner's password is an owner from then on.
      if (role === 'owner') requireOwner(by, 'reset an owner’s password');
      const { token, hash } = newLinkToken();
      const createdAt = clock();
      const expiresAt = createdAt + RESET_MS;
      const link: LinkRecord = {
        id: newId(),
        hash,
        kind: 'reset',
        organization,
        email,
        role: null,
        person: id,
        createdBy: by.actor.name,
        createdAt,
        expiresAt,
      };
      await audit.change(
        { organization, ...deedTo(person, by), action: 'password.reset-link-made' },
        async () => {
          await links.removeOf(id);
          await links.insert(link);
        },
      );
      return { token, expiresAt };
    },
    rename: async (organization, name, by) => {
      const target = { kind: 'organization', id: organization, name };
      const deed = {
        organization,
        actor: by.actor,
        action: 'organization.renamed',
        target,
      } as const;
      await audit.change(deed, () => organizations.rename(organization, name));
    },
  };
}

function deedTo(person: PersonRecord, by: By) {
  return { actor: by.actor, target: personTarget(person) };
}

/** Rejects what only an owner may do. */
export function requireOwner(by: By, deed: string): void {
  if (by.role !== 'owner' && by.role !== null) throw forbidden(`only an owner may ${deed}`);
}

function check(id: string, change: MemberChange): void {
  if (change === 'unknown') throw unknown(id);
  if (change === 'last-owner') {
    throw conflict('role: this is the last owner, make somebody else an owner first');
  }
}

function unknown(id: string): Error {
  return notFound(`id: there is no member ${id}`);
}
