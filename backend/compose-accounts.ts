/** The composition of what lets people in. */
import { randomBytes } from 'node:crypto';
import { createOneTimeCodes } from './auth/one-time-codes.ts';
import { createPasswordSignIn } from './auth/password-sign-in.ts';
import type { Config } from './config.ts';
import type { Log } from './log.ts';
import { createSmtpMailer } from './mail/smtp.ts';
import { createSignOnIssuer } from './oidc/sign-on.ts';
import type { Audit } from './services/audit.ts';
import { createInvitations } from './services/invitations.ts';
import { createMembers } from './services/members.ts';
import { createMyAccount } from './services/my-account.ts';
import { createPost } from './services/post.ts';
import { createSeal } from './services/seal.ts';
import { createSecondFactors } from './services/second-factor.ts';
import { createSessions } from './services/sessions.ts';
import { createSignIn, type SignIn } from './services/sign-in.ts';
import { createSignOn, type SignOn } from './services/sign-on.ts';
import { createSingleSignOn, type SingleSignOnDependencies } from './services/single-sign-on.ts';
import { createThrottle } from './services/throttle.ts';
import type { Store } from './store/port.ts';
import { readSecretKey } from './store/secret-key.ts';

export interface AccountsOptions {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
}

interface AccountsShared {
  readonly audit: Audit;
  readonly clock: () => number;
  readonly newId: () => string;
  readonly baseUrl: () => string;
}

/** The way in by an issuer; null where none is configured. */
function createSignOnOf(
  { config, log }: AccountsOptions,
  shared: Omit<SingleSignOnDependencies, 'rules'> &
    AccountsShared & { readonly signIn: SignIn; readonly secret: string },
): SignOn | null {
  const { signOn } = config;
  if (signOn === undefined) return null;
  const { rules } = signOn;
  return createSignOn({
    ...shared,
    name: signOn.name,
    issuer: createSignOnIssuer({
      ...signOn,
      roleClaim: rules.roles?.claim,
      clock: shared.clock,
    }),
    singleSignOn: createSingleSignOn({ ...shared, rules }),
    seal: createSeal(shared.secret, 'sign-on'),
    onRefused: (problem, err) => log.warn({ problem, err }, 'single sign-on let somebody not in'),
  });
}

/** People, and how they get in. */
export async function createAccounts(options: AccountsOptions, shared: AccountsShared) {
  const { store, log, config } = options;
  const { clock, newId } = shared;
  const secret = await secretOf(options);
  const passwords = createPasswordSignIn({ store, secret, newId });
  const sessions = createSessions({ signIn: passwords, people: store.people, clock });
  const throttle = createThrottle({ attempts: store.attempts, clock });
  const onError = (error: unknown) => log.warn({ err: error }, 'a failed sign-in was not noted');
  const secondFactors = createSecondFactors({
    ...{ ...store, ...shared, passwords, sessions, throttle },
    records: store.sessions,
    codes: createOneTimeCodes(),
    seal: () => createSeal(readSecretKey(config), 'second factors'),
  });
  const common = { ...store, ...shared, passwords, sessions, throttle, secondFactors };
  const members = createMembers({ ...common, secondFactors: store.secondFactors });
  const signIn = createSignIn({
    ...common,
    isPasswordSignInOn: config.isPasswordSignInOn,
    seal: createSeal(secret, 'tickets'),
    onError,
  });
  return {
    passwords,
    sessions,
    signIn,
    secondFactors,
    post: createPost({
      ...{ ...store, ...shared, members, throttle },
      mailer: config.mail === undefined ? null : createSmtpMailer(config.mail),
      onError: (err) => log.warn({ err }, 'a mail was not sent'),
    }),
    signOn: createSignOnOf(options, { ...common, signIn, secret }),
    members,
    invitations: createInvitations(common),
    account: createMyAccount({ ...common, records: store.sessions }),
    /** Forgets what has expired. */
    prune: async () => {
      const now = clock();
      await Promise.all([
        throttle.prune(),
        store.sessions.prune(now),
        store.secondFactors.prune(now),
      ]);
    },
  };
}

/** What session cookies are signed with: given, or made once and the same on every node. */
async function secretOf({ config, store }: AccountsOptions): Promise<string> {
  return config.authSecret ?? store.secrets.keep('auth', randomBytes(32).toString('base64url'));
}
