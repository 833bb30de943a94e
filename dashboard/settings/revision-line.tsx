import type { Revision } from './console-api.ts';
import { Moment } from './moment.tsx';

/** Who wrote it last, and when. */
export function RevisionLine({ revision }: { readonly revision: Revision }) {
  if (revision.version === 0 || revision.updatedAt === null) return null;
  return (
    <p class="muted">
      Version {revision.version}, <Moment iso={revision.updatedAt} /> by {writer(revision)}
    </p>
  );
}

export function writer({ updatedBy }: Revision): string {
  return updatedBy ?? 'somebody';
}
