/** How people get in and out: the doors that need no session. Errors are values. */
import type { Role } from '../backend/model/person.ts';
import { type Account, data } from './api.ts';
import { type ApiResult, request } from './requests.ts';

export interface Invitation {
  readonly organization: string;
  readonly email: string;
  readonly role: Role;
}

export interface SetUpForm {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** Absent: it keeps its name. */
  readonly organization?: string;
}

/** Which ways in a server has. */
export interface Ways {
  readonly password: boolean;
  /** Whether a link to set a new password can be sent by mail. */
  readonly forgotten: boolean;
  readonly singleSignOn: { readonly name: string } | null;
}

/** What an answer may ask for before somebody is in. */
export interface Entered {
  readonly secondFactor?: { readonly ticket: string };
}

type Done = ApiResult<unknown>;

const post = (path: string, body: object): Promise<Done> => request({ path, body });

export async function signInByPassword(
  email: string,
  password: string,
): Promise<ApiResult<Entered>> {
  const answer = await request({ path: '/api/auth/sign-in/email', body: { email, password } });
  return data<Entered>(answer);
}

/** The code of the second factor; `ticket` says whose. */
export function signInByCode(ticket: string, code: string): Promise<Done> {
  return post('/api/auth/sign-in/code', { ticket, code });
}

export async function findWays(): Promise<ApiResult<Ways>> {
  return data<Ways>(await request({ path: '/api/auth/ways' }));
}

/** Where to go to be vouched for; `to` is the page to come back to. */
export async function beginSignOn(to: string): Promise<ApiResult<{ readonly location: string }>> {
  return data(await request({ path: '/api/auth/sign-in/oidc', body: { to } }));
}

/** Answers the same whether there is such a person or not. */
export function askForResetLink(email: string): Promise<Done> {
  return post('/api/auth/forgotten', { email });
}

/** Null: nobody is signed in by cookie. */
export async function findPerson(): Promise<ApiResult<Account | null>> {
  return data<Account | null>(await request({ path: '/api/auth/get-session' }));
}

export function endSession(): Promise<Done> {
  return post('/api/auth/sign-out', {});
}

/** Makes the owner, once, and signs them in. */
export function setUp(form: SetUpForm): Promise<Done> {
  return post('/api/v1/set-up', form);
}

export async function findInvitation(token: string): Promise<ApiResult<Invitation>> {
  return data<Invitation>(await request({ path: '/api/v1/invitations/lookup', body: { token } }));
}

/** Joins the organization, and signs in. */
export function acceptInvitation(token: string, name: string, password: string): Promise<Done> {
  return post('/api/v1/invitations/accept', { token, name, password });
}

/** Signs in, too, where nobody does so with a password. */
export async function resetPassword(
  token: string,
  password: string,
): Promise<ApiResult<Entered & Partial<Account>>> {
  return data(await request({ path: '/api/v1/password-reset', body: { token, password } }));
}
