/** The requests of the settings. Errors are values; members are those of the server's document. */
import type { ApiKey, Scope } from '../../backend/model/key.ts';
import type { Role } from '../../backend/model/person.ts';
import { data } from '../api.ts';
import { type ApiRequest, type ApiResult, request } from '../requests.ts';
import { metricRequests } from './metric-requests.ts';

/** ISO 8601. */
type Time = string;

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
}

/** By what one may sign in. */
export interface WaysIn {
  readonly hasPassword: boolean;
  readonly issuer: string | null;
  readonly secondFactor: { readonly isOn: boolean; readonly recoveryCodesLeft: number };
}

/** A secret for the app on a phone, as text and as a picture. */
export interface NewFactor {
  readonly secret: string;
  readonly address: string;
  readonly svg: string;
}

export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: Time;
}

/** A link to hand over, which is shown this once. */
export interface SecretLink {
  readonly link: string;
  readonly expiresAt: Time;
  /** Whether it was sent by mail, too; null where no mail is configured. */
  readonly mailed: boolean | null;
}

export interface Key extends Pick<ApiKey, 'id' | 'name' | 'scope' | 'prefix' | 'createdBy'> {
  readonly createdAt: Time;
  readonly lastUsedAt: Time | null;
  readonly expiresAt: Time | null;
  readonly revokedAt: Time | null;
}

export interface NewKey {
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt?: Time;
}

export interface Connection {
  readonly id: string;
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly place: string;
    readonly isVerified: boolean;
  };
  readonly scopes: readonly string[];
  readonly person: { readonly id: string; readonly email: string };
  readonly createdAt: Time;
  readonly lastUsedAt: Time | null;
}

export interface SignedIn {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Time;
  readonly isCurrent: boolean;
}

export interface Revision {
  readonly version: number;
  readonly updatedAt: Time | null;
  readonly updatedBy: string | null;
}

export interface ContextText extends Revision {
  readonly text: string;
}

export interface ContextRevision extends Revision {
  readonly length: number;
}

export interface RetentionRule {
  readonly type?: string;
  readonly subject?: string;
  readonly days: number;
}

export interface AuditEntry {
  readonly id: string;
  readonly time: Time;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string };
  readonly action: string;
  readonly target: { readonly kind: string; readonly id: string; readonly name: string } | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly next: string | null;
}

export type ConsoleApi = ReturnType<typeof createConsoleApi>;

const V1 = '/api/v1';

/** `onEnded` is told when nobody is signed in any more. */
export function createConsoleApi(key: string | undefined, onEnded: (reason: string) => void) {
  const ask = async (path: string, more: Omit<ApiRequest, 'path' | 'key'> = {}) => {
    const answer = await request({ path: `${V1}${path}`, key, ...more });
    if (!answer.ok && answer.error.kind === 'unauthorized') onEnded(answer.error.message);
    return answer;
  };
  const get = async <Value>(path: string) => data<Value>(await ask(path));
  const post = async <Value>(path: string, body?: unknown) =>
    data<Value>(await ask(path, { method: 'POST', body }));
  const put = async <Value>(path: string, body: unknown) =>
    data<Value>(await ask(path, { method: 'PUT', body }));
  const remove = (path: string, id: string) =>
    ask(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' });

  return {
    renameOrganization: (name: string) => ask('/organization', { method: 'PATCH', body: { name } }),
    members: () => get<readonly Member[]>('/members'),
    changeRole: (id: string, role: Role) =>
      ask(`/members/${encodeURIComponent(id)}`, { method: 'PATCH', body: { role } }),
    removeMember: (id: string) => remove('/members', id),
    makeResetLink: (id: string) =>
      post<SecretLink>(`/members/${encodeURIComponent(id)}/reset-link`),
    invitations: () => get<readonly Invite[]>('/invitations'),
    invite: (email: string, role: Role) => post<SecretLink>('/invitations', { email, role }),
    withdraw: (id: string) => remove('/invitations', id),
    keys: () => get<readonly Key[]>('/keys'),
    makeKey: (key: NewKey) => post<{ readonly secret: string; readonly key: Key }>('/keys', key),
    revokeKey: (id: string) => remove('/keys', id),
    connections: () => get<readonly Connection[]>('/connections'),
    disconnect: (id: string) => remove('/connections', id),
    context: () => get<ContextText>('/settings/context'),
    saveContext: (text: string, version: number) =>
      put<ContextText>('/settings/context', { text, version }),
    contextHistory: () => get<readonly ContextRevision[]>('/settings/context/history'),
    contextAt: (version: number) => get<ContextText>(`/settings/context/history/${version}`),
    retention: () => get<{ readonly rules: readonly RetentionRule[] }>('/settings/retention'),
    saveRetention: (rules: readonly RetentionRule[]) =>
      ask('/settings/retention', { method: 'PUT', body: { rules } }),
    ...metricRequests({ get, post, put, remove }),
    audit: async (parameters: URLSearchParams): Promise<ApiResult<AuditPage>> => {
      const answer = await ask('/audit', { parameters });
      if (!answer.ok) return answer;
      const { data: entries, page } = answer.value;
      const { nextCursor } = (page ?? { nextCursor: null }) as { nextCursor: string | null };
      return { ok: true, value: { entries: entries as AuditEntry[], next: nextCursor } };
    },
    changePassword: (current: string, password: string) =>
      ask('/me/password', { body: { current, password } }),
    sendTestMail: () => post<object>('/settings/mail/test'),
    rename: (name: string) => ask('/me', { method: 'PATCH', body: { name } }),
    waysIn: () => get<WaysIn>('/me/ways-in'),
    beginFactor: (password: string) => post<NewFactor>('/me/second-factor', { password }),
    confirmFactor: (code: string) =>
      post<{ readonly recoveryCodes: readonly string[] }>('/me/second-factor/confirm', { code }),
    turnOffFactor: (password: string, code: string) =>
      post<object>('/me/second-factor/off', { password, code }),
    resetFactor: (id: string) =>
      ask(`/members/${encodeURIComponent(id)}/second-factor`, { method: 'DELETE' }),
    sessions: () => get<readonly SignedIn[]>('/me/sessions'),
    endSession: (id: string) => remove('/me/sessions', id),
  };
}
