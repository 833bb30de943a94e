import { invalidField, MilepostError, notFound } from '../errors.ts';
import type { Actor } from '../model/audit.ts';
import {
  CONTEXT_LIMIT,
  type ContextRevision,
  type ContextVersion,
} from '../model/business-context.ts';
import { codePoints } from '../model/event-data.ts';
import type { ContextStore } from '../store/port.ts';
import type { Audit } from './audit.ts';

export interface BusinessContext {
  /** The newest version; null before anybody has written one. */
  get(organization: string): Promise<ContextVersion | null>;
  /**
   * Writes the version behind `basedOn` (0 for the first). Rejects with CONFLICT when that is not
   * the newest any more, and with VALIDATION_ERROR for texts that are too long.
   */
  put(organization: string, text: string, basedOn: number, actor: Actor): Promise<ContextVersion>;
  /** The newest thousand versions, newest first. */
  history(organization: string): Promise<readonly ContextRevision[]>;
  /** Rejects with NOT_FOUND. */
  version(organization: string, version: number): Promise<ContextVersion>;
}

export interface BusinessContextDependencies {
  readonly contexts: ContextStore;
  readonly audit: Pick<Audit, 'change'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

const HISTORY_LIMIT = 1000;

export function createBusinessContext({
  contexts,
  audit,
  clock,
}: BusinessContextDependencies): BusinessContext {
  return {
    get: (organization) => contexts.latest(organization),
    put: async (organization, text, basedOn, actor) => {
      const length = checkedLength(text);
      const latest = await contexts.latest(organization);
      const known = latest?.version ?? 0;
      if (known !== basedOn) throw stale(known);
      if (latest?.text === text) return latest;
      const version = { version: basedOn + 1, updatedAt: clock(), updatedBy: actor, length, text };
      const details = { version: version.version, length };
      const deed = { organization, actor, action: 'context.changed', details } as const;
      return audit.change(deed, async () => {
        if (!(await contexts.insert(organization, version))) throw stale(version.version);
        return version;
      });
    },
    history: (organization) => contexts.history(organization, HISTORY_LIMIT),
    version: async (organization, version) => {
      const found = await contexts.find(organization, version);
      if (found === null) throw notFound(`version: the business context has no version ${version}`);
      return found;
    },
  };
}

/** In code points. Every store gives back what is well-formed as it was. */
function checkedLength(text: string): number {
  const length = codePoints(text);
  if (length > CONTEXT_LIMIT) {
    throw invalidField('text', `must be at most ${CONTEXT_LIMIT} characters, it has ${length}`);
  }
  if (!text.isWellFormed())
    throw invalidField('text', 'must be valid Unicode (it has an unpaired surrogate)');
  if (text.includes('\0')) throw invalidField('text', 'must not contain the character NUL');
  return length;
}

function stale(newest: number): MilepostError {
  return new MilepostError(
    'CONFLICT',
    `version: the business context has version ${newest} meanwhile; read it, and write yours on top of it`,
  );
}
