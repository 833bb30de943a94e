/** Pipelines that need no API key: repositories whose CI vouches for them with an id token. */

export const PROVIDERS = ['github', 'gitlab'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** A repository of GitHub or a project of GitLab that may record and read without a key. */
export interface Trust {
  readonly id: string;
  readonly organization: string;
  readonly provider: Provider;
  /** The `iss` of its tokens, to the character. */
  readonly issuer: string;
  /** `owner/repository` or `group/subgroup/project`, as it was called when it was added. */
  readonly name: string;
  /** What identifies it, since names can be taken over; null until the first token pins it. */
  readonly resourceId: string | null;
  /** Only jobs of this environment; null for every job. */
  readonly environment: string | null;
  readonly createdBy: string;
  /** Times in ms since the Unix epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** What a verified token says of the job that it was made for. */
export interface Workload {
  readonly issuer: string;
  readonly provider: Provider;
  readonly name: string;
  readonly resourceId: string;
  readonly environment: string | null;
}

const NAME = /^[\w.-]{1,255}(?:\/[\w.-]{1,255})+$/;
const NAME_LIMIT = 500;

/** Whether a text can be the name of a repository or a project: ASCII, with a slash inside. */
export function isName(text: unknown): text is string {
  return typeof text === 'string' && text.length <= NAME_LIMIT && NAME.test(text);
}

/** Whether a text can be the id of one: both providers count. */
export function isResourceId(text: unknown): text is string {
  return typeof text === 'string' && /^\d{1,20}$/.test(text);
}

/** Names that fold to the same text are the same: neither provider tells their case apart. */
export function foldName(name: string): string {
  return name.toLowerCase();
}
