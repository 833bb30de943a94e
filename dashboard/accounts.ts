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

type Done = ApiResult<unknown>;

const post = (path: string, body: object): Promise<Done> => request({ path, body });

export function signInByPassword(email: string, password: string): Promise<Done> {
  return post('/api/auth/sign-in/email', { email, password });
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

export function resetPassword(token: string, password: string): Promise<Done> {
  return post('/api/v1/password-reset', { token, password });
}
