/** People who are signed in, as a browser would be. */
import { hashPassword } from 'better-auth/crypto';
import type { Person, Role } from '../../backend/model/person.ts';
import type { Store } from '../../backend/store/port.ts';
import { type Client, createClient } from './http.ts';

export const PASSWORD = 'correct horse battery staple';
/** Once for all: that it is slow is what it is for. */
const passwordHash = hashPassword(PASSWORD);

let serial = 0;

export interface SignedIn {
  readonly person: Person;
  readonly password: string;
  /** `name=value`. */
  readonly cookie: string;
  /** Its requests carry the cookie, and the Origin of the server's own pages. */
  readonly client: Client;
}

/** Makes somebody with this role. */
export async function newPerson(
  store: Pick<Store, 'people'>,
  role: Role,
  organization = 'default',
): Promise<Person> {
  serial += 1;
  const person: Person = {
    id: crypto.randomUUID(),
    email: `${role}-${serial}@example.com`,
    name: `${role} ${serial}`,
    role,
  };
  const secrets = { passwordHash: await passwordHash, createdAt: Date.now() };
  await store.people.insert({ ...person, organization, ...secrets });
  return person;
}

/** Makes somebody with this role and signs them in. */
export async function signIn(
  milepost: { readonly url: string; readonly store: Pick<Store, 'people'> },
  role: Role,
  organization?: string,
): Promise<SignedIn> {
  const person = await newPerson(milepost.store, role, organization);
  return enter(milepost.url, person, PASSWORD);
}

/** Signs in with a password; throws when that is refused. */
export async function enter(url: string, person: Person, password: string): Promise<SignedIn> {
  const answer = await trySignIn(url, person.email, password);
  if (answer.status !== 200) throw new Error(`${person.email} cannot sign in: ${answer.text}`);
  return { person, password, ...withCookies(url, answer.headers) };
}

export function trySignIn(
  url: string,
  email: string,
  password: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return createClient(url, undefined).send('POST', '/api/auth/sign-in/email', {
    headers: { 'Content-Type': 'application/json', Origin: url, ...headers },
    body: JSON.stringify({ email, password }),
  });
}

/** A client that goes on with what an answer has set. */
export function withCookies(url: string, headers: Headers): { cookie: string; client: Client } {
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');
  return { cookie, client: createClient(url, undefined, { Cookie: cookie, Origin: url }) };
}
