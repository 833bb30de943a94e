import { invalidField, notFound } from '../errors.ts';
import type { Principal } from '../model/key.ts';
import type { Person } from '../model/person.ts';
import type { LinkStore, PersonStore, SessionRecord, SessionStore } from '../store/account-port.ts';
import type { IdentityStore } from '../store/identity-port.ts';
import type { ConnectionStore } from '../store/oauth-port.ts';
import { actorOf, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import { hashSecret } from './keys.ts';
import { findLink, invalidLink } from './link-tokens.ts';
import { checkPassword, NO_PASSWORD } from './passwords.ts';
import type { SecondFactorState, SecondFactors } from './second-factor.ts';
import { type PasswordSignIn, type Sessions, toPerson } from './sessions.ts';
import type { Throttle } from './throttle.ts';

export interface WaysIn {
  readonly hasPassword: boolean;
  /** The issuer that vouches for them; null where none has yet. */
  readonly issuer: string | null;
  readonly secondFactor: SecondFactorState;
}

/** What people do to their own accounts. */
export interface MyAccount {
  /**
   * Ends every other session, and every assistant. Rejects with VALIDATION_ERROR when `current` is wrong, and with
   * RATE_LIMITED as signing in does.
   */
  changePassword(
    me: Person,
    principal: Principal,
    change: { readonly current: string; readonly password: string; readonly address: string },
  ): Promise<void>;
  /** By a link that somebody in charge made. Ends every session and assistant. Rejects with UNAUTHORIZED. */
  resetPassword(token: string, password: string): Promise<Person>;
  rename(me: Person, principal: Principal, name: string): Promise<void>;
  /** By what they may sign in. */
  ways(me: Person): Promise<WaysIn>;
  /** Newest first. */
  sessions(me: Person): Promise<readonly SessionRecord[]>;
  /** Rejects with NOT_FOUND. */
  endSession(me: Person, principal: Principal, id: string): Promise<void>;
}

export interface MyAccountDependencies {
  readonly people: Pick<PersonStore, 'find' | 'setPassword' | 'setName'>;
  readonly identities: Pick<IdentityStore, 'list'>;
  readonly secondFactors: Pick<SecondFactors, 'state'>;
  readonly records: SessionStore;
  readonly links: Pick<LinkStore, 'findByHash' | 'use' | 'removeOf'>;
  readonly connections: Pick<ConnectionStore, 'removeOf'>;
  readonly passwords: Pick<PasswordSignIn, 'hash' | 'verify'>;
  readonly sessions: Pick<Sessions, 'changed'>;
  readonly throttle: Throttle;
  readonly audit: Pick<Audit, 'change'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

export function createMyAccount(dependencies: MyAccountDependencies): MyAccount {
  const { people, records, links, connections, passwords } = dependencies;
  const { sessions, throttle, audit, clock } = dependencies;

  const setPassword = async (id: string, password: string, keptSession: string | null) => {
    await people.setPassword(id, await passwords.hash(password));
    // Whoever was in with the old one is out.
    await records.removeOthers(id, keptSession);
    await links.removeOf(id);
    await connections.removeOf(id);
    sessions.changed();
  };

  return {
    changePassword: async (me, { organization, keyId }, { current, password, address }) => {
      checkPassword(password, me.email);
      await throttle.take(me.email, address);
      const person = await people.find(me.id);
      if (person === null || !(await passwords.verify(person.passwordHash, current))) {
        throw invalidField('current', 'is not your password');
      }
      await throttle.forgive(me.email, address);
      const deed = { organization, actor: actorOf(me), target: personTarget(me) };
      await audit.change({ ...deed, action: 'password.changed' }, () =>
        setPassword(me.id, password, keyId),
      );
    },
    resetPassword: async (token, password) => {
      const link = await findLink(links, 'reset', token, clock());
      const person = link.person === null ? null : await people.find(link.person);
      if (person === null) throw invalidLink();
      checkPassword(password, person.email);
      if (!(await links.use(hashSecret(token), clock()))) throw invalidLink();
      const { organization } = person;
      const deed = { organization, actor: actorOf(person), target: personTarget(person) };
      const details = { by: 'link', linkFrom: link.createdBy };
      await audit.change({ ...deed, action: 'password.changed', details }, () =>
        setPassword(person.id, password, null),
      );
      return toPerson(person);
    },
    rename: async (me, { organization }, name) => {
      const deed = { organization, actor: actorOf(me), target: personTarget(me) };
      const details = { from: me.name, to: name };
      await audit.change({ ...deed, action: 'member.renamed', details }, () =>
        people.setName(me.id, name),
      );
      sessions.changed();
    },
    ways: async (me) => {
      const [person, identities, secondFactor] = await Promise.all([
        people.find(me.id),
        dependencies.identities.list(me.id),
        dependencies.secondFactors.state(me.id),
      ]);
      const hasPassword = person !== null && person.passwordHash !== NO_PASSWORD;
      return { hasPassword, issuer: identities[0]?.issuer ?? null, secondFactor };
    },
    sessions: async (me) =>
      (await records.list(me.id)).filter(({ expiresAt }) => expiresAt > clock()),
    endSession: async (me, { organization }, id) => {
      const session = (await records.list(me.id)).find((one) => one.id === id);
      if (session === undefined) throw notFound(`id: there is no session ${id}`);
      const target = { kind: 'session', id, name: session.userAgent };
      const deed = { organization, actor: actorOf(me), action: 'session.revoked', target } as const;
      await audit.change(deed, () => records.remove(me.id, id));
      sessions.changed();
    },
  };
}
