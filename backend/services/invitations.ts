import { conflict, notFound } from '../errors.ts';
import type { AuditTarget } from '../model/audit.ts';
import type { Person, Role } from '../model/person.ts';
import type { LinkRecord, LinkStore, PersonStore } from '../store/account-port.ts';
import type { OrganizationStore } from '../store/port.ts';
import { actorOf, type By, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import { hashSecret } from './keys.ts';
import { findLink, invalidLink, type NewLink, newLinkToken } from './link-tokens.ts';
import { requireOwner } from './members.ts';
import { checkPassword } from './passwords.ts';
import type { PasswordSignIn } from './sessions.ts';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** Who invited, as the audit log names them. */
  readonly createdBy: string;
  /** ms since the Unix epoch. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface Invitations {
  /** Those that are open. */
  list(organization: string): Promise<readonly Invitation[]>;
  /**
   * The token goes behind the `#` of a link. Rejects with CONFLICT for a member, and with FORBIDDEN
   * where `by` may not make somebody that.
   */
  create(
    organization: string,
    email: string,
    role: Role,
    by: By,
  ): Promise<NewLink & { readonly id: string }>;
  /** Rejects with NOT_FOUND. */
  revoke(organization: string, id: string, by: By): Promise<void>;
  /** What a link is for. Rejects with UNAUTHORIZED. */
  lookup(token: string): Promise<{ organization: string; email: string; role: Role }>;
  /** Makes the member, once. Rejects with UNAUTHORIZED for the link. */
  accept(token: string, name: string, password: string): Promise<Person>;
}

export interface InvitationsDependencies {
  readonly links: LinkStore;
  readonly people: Pick<PersonStore, 'insert' | 'findByEmail'>;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly passwords: Pick<PasswordSignIn, 'hash'>;
  readonly audit: Pick<Audit, 'change'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

const INVITATION_MS = 7 * 86_400_000;

export function createInvitations(dependencies: InvitationsDependencies): Invitations {
  const { links, people, organizations, passwords, audit, clock, newId } = dependencies;

  const open = async (organization: string): Promise<readonly LinkRecord[]> =>
    (await links.list(organization, 'invitation')).filter(({ expiresAt }) => expiresAt > clock());

  return {
    list: async (organization) => (await open(organization)).map(toInvitation),
    create: async (organization, email, role, by) => {
      if (role === 'owner') requireOwner(by, 'invite an owner');
      if ((await people.findByEmail(email))?.organization === organization) {
        throw conflict(`email: ${email} is a member already`);
      }
      // One at a time for each address: the newest says which role.
      for (const earlier of await links.list(organization, 'invitation')) {
        const isOver = earlier.email === email || earlier.expiresAt <= clock();
        if (isOver) await links.remove(organization, earlier.id);
      }
      const { token, hash } = newLinkToken();
      const createdAt = clock();
      const link: LinkRecord = {
        id: newId(),
        hash,
        kind: 'invitation',
        organization,
        email,
        role,
        person: null,
        createdBy: by.actor.name,
        createdAt,
        expiresAt: createdAt + INVITATION_MS,
      };
      const deed = { organization, actor: by.actor, target: targetOf(link) };
      await audit.change({ ...deed, action: 'member.invited', details: { role } }, () =>
        links.insert(link),
      );
      return { id: link.id, expiresAt: link.expiresAt, token };
    },
    revoke: async (organization, id, by) => {
      const link = (await open(organization)).find((one) => one.id === id);
      if (link === undefined) throw unknown(id);
      const deed = { organization, actor: by.actor, target: targetOf(link) };
      await audit.change({ ...deed, action: 'invitation.revoked' }, async () => {
        if ((await links.remove(organization, id)) === null) throw unknown(id);
      });
    },
    lookup: async (token) => {
      const link = await findLink(links, 'invitation', token, clock());
      const { email, role } = toInvitation(link);
      const found = await organizations.find(link.organization);
      return { organization: found?.name ?? link.organization, email, role };
    },
    accept: async (token, name, password) => {
      const link = await findLink(links, 'invitation', token, clock());
      const { email, role } = toInvitation(link);
      checkPassword(password, email);
      if ((await people.findByEmail(email)) !== null) throw taken(email);
      const passwordHash = await passwords.hash(password);
      // Only now: what is refused before must not use up the link.
      if (!(await links.use(hashSecret(token), clock()))) throw invalidLink();
      const person: Person = { id: newId(), email, name, role };
      const { organization } = link;
      const deed = { organization, actor: actorOf(person), target: personTarget(person) };
      await audit.change({ ...deed, action: 'member.joined', details: { role } }, async () => {
        const record = { ...person, organization, passwordHash, createdAt: clock() };
        if (!(await people.insert(record))) throw taken(email);
      });
      return person;
    },
  };
}

function unknown(id: string): Error {
  return notFound(`id: there is no invitation ${id}`);
}

function targetOf({ id, email }: LinkRecord): AuditTarget {
  return { kind: 'invitation', id, name: email };
}

function taken(email: string): Error {
  return conflict(`email: ${email} has an account here already, sign in with it`);
}

function toInvitation(link: LinkRecord): Invitation {
  const { id, email, role, createdBy, createdAt, expiresAt } = link;
  return { id, email, role: role ?? 'viewer', createdBy, createdAt, expiresAt };
}
