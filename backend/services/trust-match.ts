/** Whether a trust record covers the job that a verified token was made for. */
import { foldName, isName, isResourceId, type Trust, type Workload } from '../model/trust.ts';

export type TrustMatch =
  | { readonly kind: 'trusted'; readonly trust: Trust }
  /** Nothing but the name says so yet: good if the record can be pinned to the id. */
  | { readonly kind: 'unpinned'; readonly trust: Trust }
  | { readonly kind: 'refused'; readonly reason: string };

const CLAIMS = {
  github: { name: 'repository', resourceId: 'repository_id' },
  gitlab: { name: 'project_path', resourceId: 'project_id' },
} as const;

/** What the claims of a verified token say; null when they are not those of a CI job. */
export function readWorkload(
  { issuer, provider }: Pick<Workload, 'issuer' | 'provider'>,
  claims: Readonly<Record<string, unknown>>,
): Workload | null {
  const name = claims[CLAIMS[provider].name];
  const id = claims[CLAIMS[provider].resourceId];
  const resourceId = Number.isSafeInteger(id) ? String(id) : id;
  if (!isName(name) || !isResourceId(resourceId)) return null;
  const { environment } = claims;
  return {
    issuer,
    provider,
    name,
    resourceId,
    environment: typeof environment === 'string' && environment !== '' ? environment : null,
  };
}

/**
 * By the resource id. The name counts only as long as no id is known for it: who registers the
 * name of a repository that is gone, or was renamed, is somebody else.
 */
export function matchTrust(records: readonly Trust[], workload: Workload): TrustMatch {
  const active = records.filter(({ revokedAt }) => revokedAt === null);
  const pinned = active.filter(({ resourceId }) => resourceId === workload.resourceId);
  const named = active.filter(({ name }) => foldName(name) === foldName(workload.name));
  const trust = bestFor(workload, pinned);
  if (trust !== undefined) return { kind: 'trusted', trust };

  const isTaken = named.some(
    ({ resourceId }) => resourceId !== null && resourceId !== workload.resourceId,
  );
  if (isTaken) return { kind: 'refused', reason: takenName(workload) };
  const unpinned = named.filter(({ resourceId }) => resourceId === null);
  const first = bestFor(workload, unpinned);
  if (first !== undefined) return { kind: 'unpinned', trust: first };

  const elsewhere = [...pinned, ...unpinned];
  if (elsewhere.length > 0)
    return { kind: 'refused', reason: otherEnvironment(elsewhere, workload) };
  return {
    kind: 'refused',
    reason: records.length > 0 ? revoked(workload) : notTrusted(workload),
  };
}

/** The record of the job's own environment before the one of every environment. */
function bestFor({ environment }: Workload, records: readonly Trust[]): Trust | undefined {
  return (
    records.find((record) => record.environment !== null && record.environment === environment) ??
    records.find((record) => record.environment === null)
  );
}

export function takenName({ name }: Workload): string {
  return `${name} is trusted as a repository with another id, so this one has only taken its name; if it is meant, revoke that trust and add it again`;
}

function otherEnvironment(records: readonly Trust[], { name }: Workload): string {
  const names = [...new Set(records.map(({ environment }) => environment))].join(', ');
  return `${name} is trusted for the environment ${names} only, which the job has to name`;
}

function revoked({ name }: Workload): string {
  return `the trust in ${name} was revoked, add it again if it is meant`;
}

function notTrusted({ provider, name, resourceId }: Workload): string {
  const option = provider === 'github' ? '--repository-id' : '--project-id';
  return `${name} is not trusted, add it by: npx milepost trust add ${provider}:${name} ${option} ${resourceId}`;
}
