import type { Person } from '../model/person.ts';
import {
  GIVEN_ROLES,
  type GivenRole,
  type SignOnClaims,
  type SignOnProblem,
  type SignOnRules,
} from '../model/sign-on.ts';
import type { LinkStore, PersonRecord, PersonStore } from '../store/account-port.ts';
import type { IdentityStore } from '../store/identity-port.ts';
import { actorOf, personTarget } from './actors.ts';
import type { Audit } from './audit.ts';
import { NO_PASSWORD } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { DEFAULT_ORGANIZATION } from './set-up.ts';

/** Not let in, and why: one word of a closed list, which the sign-in page has a sentence for. */
export class SignOnRefusal extends Error {
  readonly problem: SignOnProblem;
  constructor(problem: SignOnProblem, cause?: unknown) {
    super(problem, { cause });
    this.name = 'SignOnRefusal';
    this.problem = problem;
  }
}

/** What a browser keeps, sealed, while its user is at the issuer. */
export interface SignOnFlow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The issuer, as services know it. Both reject with a `SignOnRefusal`. */
export interface SignOnIssuer {
  /** Where to send a browser. */
  begin(redirectUri: string): Promise<{ readonly location: string; readonly flow: SignOnFlow }>;
  /** What the issuer says of who came back with this address. */
  finish(answer: URL, flow: SignOnFlow): Promise<SignOnClaims>;
}

/** Whom somebody is here that the issuer vouches for. */
export interface SingleSignOn {
  /** Makes newcomers. Rejects with a `SignOnRefusal`. */
  personOf(claims: SignOnClaims): Promise<PersonRecord>;
}

export interface SingleSignOnDependencies {
  readonly rules: SignOnRules;
  readonly people: PersonStore;
  readonly identities: IdentityStore;
  readonly links: Pick<LinkStore, 'list' | 'use'>;
  readonly sessions: Pick<Sessions, 'changed'>;
  readonly audit: Pick<Audit, 'change' | 'record'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

const NAME_MAX = 100;
const SYSTEM = { kind: 'system', id: null, name: 'single sign-on' } as const;

export function createSingleSignOn(dependencies: SingleSignOnDependencies): SingleSignOn {
  const { rules, people, identities, links, sessions, audit, clock, newId } = dependencies;

  /** Roles by a claim are given anew each time; an owner stays one, whatever the issuer says. */
  const withRole = async (person: PersonRecord, role: GivenRole | null): Promise<PersonRecord> => {
    if (role === null || person.role === role || person.role === 'owner') return person;
    const { organization, id } = person;
    const deed = { organization, actor: SYSTEM, target: personTarget(person) };
    const details = { from: person.role, to: role };
    await audit.change({ ...deed, action: 'member.role-changed', details }, () =>
      people.setRole(organization, id, role),
    );
    sessions.changed();
    return { ...person, role };
  };

  const link = async (person: PersonRecord, { issuer, subject }: SignOnClaims) => {
    const deed = { actor: actorOf(person), target: personTarget(person) };
    const { organization, id } = person;
    if ((await identities.list(id)).some((one) => one.issuer === issuer)) {
      const problem = 'other-account';
      const details = { by: 'single sign-on', problem, subject };
      await audit.record(organization, SYSTEM, 'sign-in-failed', personTarget(person), details);
      // An address that has passed on to somebody else at the issuer does not bring the account.
      throw new SignOnRefusal(problem);
    }
    const details = { issuer, subject };
    await audit.change({ ...deed, organization, action: 'identity.linked', details }, async () => {
      const made = await identities.insert({ issuer, subject, person: id, createdAt: clock() });
      if (!made && (await identities.find(issuer, subject))?.person !== id) {
        throw new SignOnRefusal('other-account');
      }
    });
  };

  const join = async (claims: SignOnClaims, email: string, given: GivenRole | null) => {
    const organization = DEFAULT_ORGANIZATION;
    const invitation = (await links.list(organization, 'invitation')).find(
      (one) => one.email === email && one.expiresAt > clock(),
    );
    const role =
      given ?? invitation?.role ?? (rules.newcomers === 'invited' ? null : rules.newcomers);
    const isWelcome = invitation !== undefined || rules.newcomers !== 'invited';
    if (role === null || !isWelcome) throw new SignOnRefusal('not-invited');
    if (invitation !== undefined && !(await links.use(invitation.hash, clock()))) {
      throw new SignOnRefusal('not-invited');
    }
    const person: Person = { id: newId(), email, name: nameOf(claims, email), role };
    const record = { ...person, organization, passwordHash: NO_PASSWORD, createdAt: clock() };
    const deed = { organization, actor: actorOf(person), target: personTarget(person) };
    const details = { role, by: 'single sign-on' };
    await audit.change({ ...deed, action: 'member.joined', details }, async () => {
      if (!(await people.insert(record))) throw new SignOnRefusal('other-account');
    });
    return record;
  };

  return {
    personOf: async (claims) => {
      const role = roleFor(claims, rules);
      const known = await identities.find(claims.issuer, claims.subject);
      const linked = known === null ? null : await people.find(known.person);
      if (linked !== null) {
        if (role === 'none' && linked.role !== 'owner') throw new SignOnRefusal('no-role');
        return withRole(linked, role === 'none' ? null : role);
      }
      const email = checkEmail(claims, rules);
      const found = await people.findByEmail(email);
      if (role === 'none' && found?.role !== 'owner') throw new SignOnRefusal('no-role');
      const given = role === 'none' ? null : role;
      const person = found ?? (await join(claims, email, given));
      await link(person, claims);
      return withRole(person, given);
    },
  };
}

/** The address, when it is proven to be theirs and may come in. */
function checkEmail({ email, isEmailVerified }: SignOnClaims, rules: SignOnRules): string {
  if (email === null) throw new SignOnRefusal('no-email');
  if (!(isEmailVerified ?? rules.isEmailTrusted)) throw new SignOnRefusal('unverified');
  const address = email.trim().toLowerCase();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (rules.domains?.includes(domain) === false) throw new SignOnRefusal('domain');
  return address;
}

/** The highest role that the claim gives; null where it gives none by configuration. */
function roleFor({ groups }: SignOnClaims, { roles, newcomers }: SignOnRules) {
  if (roles === null) return null;
  const given = groups.flatMap((group) => roles.byValue.get(group) ?? []);
  const highest = GIVEN_ROLES.findLast((role) => given.includes(role));
  return highest ?? (newcomers === 'invited' ? 'none' : newcomers);
}

function nameOf({ name }: SignOnClaims, email: string): string {
  const given = [...(name ?? '').trim()].slice(0, NAME_MAX).join('');
  return given === '' ? email.slice(0, NAME_MAX) : given;
}
