import { MilepostError } from '../errors.ts';
import type {
  Actor,
  AuditAction,
  AuditDetails,
  AuditEntry,
  AuditFilter,
  AuditTarget,
  NewAuditEntry,
} from '../model/audit.ts';
import type { AuditStore } from '../store/port.ts';
import { decodeCursor, encodeCursor, fingerprintOf } from './cursor.ts';
import { type FilterRequest, toFilter } from './range.ts';

export interface AuditRequest extends Pick<FilterRequest, 'from' | 'to' | 'timezone'> {
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** What was done by whom, to what. Secrets have no place in it. */
export interface Deed {
  readonly organization: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly target?: AuditTarget | null | undefined;
  readonly details?: AuditDetails | undefined;
}

export interface Audit {
  /**
   * Writes one entry, durably, and answers with its id. Whoever reports a change calls this before
   * making it, or uses `change`.
   */
  record(
    organization: string,
    actor: Actor,
    action: AuditAction,
    target?: AuditTarget | null,
    details?: AuditDetails,
  ): Promise<string>;
  /**
   * Writes the entry, then does the work: no change without an entry, and none is made when its
   * entry cannot be written. Work that fails afterwards adds an entry that says so.
   */
  change<T>(deed: Deed, work: () => Promise<T>): Promise<T>;
  /** Newest first. Rejects with VALIDATION_ERROR for times and cursors that are none. */
  list(
    organization: string,
    request: AuditRequest,
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly nextCursor: string | null }>;
}

export interface AuditDependencies {
  readonly audit: AuditStore;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

/** What an API key looks like, wherever somebody may have pasted one: into a name, for example. */
const SECRET = /(mp[or]?_[\w-]{5})[\w-]{20,}/g;

export function createAudit({ audit, clock, newId }: AuditDependencies): Audit {
  const record: Audit['record'] = async (
    organization,
    actor,
    action,
    target = null,
    details = {},
  ) => {
    const id = newId();
    const entry = { id, organization, time: clock(), actor, action, target, details };
    await audit.insert(withoutSecrets(entry));
    return id;
  };

  return {
    record,
    change: async ({ organization, actor, action, target, details }, work) => {
      const entry = await record(organization, actor, action, target, details);
      try {
        return await work();
      } catch (error) {
        // What this adds is good to know; that the work failed is what the caller must hear.
        await record(organization, actor, action, target, outcomeOf(error, entry)).catch(() => {});
        throw error;
      }
    },
    list: async (organization, request) => {
      const { actor, action, limit, cursor, ...times } = request;
      const { from, to, timezone } = times;
      const fingerprint = fingerprintOf('audit', organization, actor, action, from, to, timezone);
      const after = cursor === undefined ? undefined : decodeCursor(cursor, fingerprint);
      // Relative times mean on every page what they meant on the first.
      const range = after ?? toFilter(times, clock());
      const filter: AuditFilter = { actor, action, from: range.from, to: range.to };
      const { entries, hasMore } = await audit.page(organization, { filter, limit, after });
      const last = hasMore ? entries.at(-1) : undefined;
      if (last === undefined) return { entries, nextCursor: null };
      const { time, receipt } = last;
      const { from: start, to: end } = filter;
      return {
        entries,
        nextCursor: encodeCursor({ time, receipt, from: start, to: end }, fingerprint),
      };
    },
  };
}

/** A refusal has certainly changed nothing; of anything else nobody knows. */
function outcomeOf(error: unknown, entry: string): AuditDetails {
  const isRefusal = error instanceof MilepostError && error.status < 500;
  return { entry, outcome: isRefusal ? `not done: ${error.code}` : 'failed, perhaps half done' };
}

function withoutSecrets(entry: NewAuditEntry): NewAuditEntry {
  const text = JSON.stringify(entry);
  const redacted = text.replace(SECRET, '$1…');
  return redacted === text ? entry : (JSON.parse(redacted) as NewAuditEntry);
}
