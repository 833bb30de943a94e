/**
 * Whether a deployment goes back. No CI tells: GitLab's "Rollback environment" and everybody's
 * "run again" just run an old job once more. The timeline knows what ran before, and git knows for
 * what never ran there.
 */
import type { EventInput, StoredEvent } from '../backend/model/event.ts';
import type { Derived } from './ci/context.ts';
import { textAt } from './ci/payload.ts';

export interface CellQuestion {
  readonly source: string;
  readonly subject: string;
  readonly version?: string | undefined;
  readonly order: 'asc' | 'desc';
}

/** The first events (at most two) that say what ran in a cell; rejects when that cannot be told. */
export type AskCell = (question: CellQuestion) => Promise<readonly StoredEvent[]>;

/** Two, since one of them may be the event itself, recorded by an earlier attempt. */
export const CELL_EVENTS = 2;

export interface RollbackDependencies {
  readonly ask: AskCell;
  /** Whether the first commit is an ancestor of the second; undefined when nobody knows. */
  readonly isAncestor: (sha: string, of: string) => Promise<boolean | undefined>;
}

export type Past = {
  /** When its commit was made, where a working copy knows. */
  readonly commitTime?: Derived | undefined;
} & (
  | { readonly kind: 'unknown'; readonly reason: string }
  | {
      readonly kind: 'known';
      /** Set when this deployment goes back behind what runs. */
      readonly rollback?: Derived | undefined;
      /** What ran there until now. */
      readonly previous?: StoredEvent | undefined;
    }
);

/** Never rejects: without an answer, a deployment is a deployment. */
export async function lookBack(
  event: EventInput & { readonly id: string },
  dependencies: RollbackDependencies,
): Promise<Past> {
  const { source, subject, version } = event;
  if (!subject || !version) return { kind: 'known' };
  try {
    return await compare({ ...event, subject, version }, { source, subject }, dependencies);
  } catch (error) {
    return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function compare(
  event: EventInput & { readonly id: string; readonly version: string },
  cell: { readonly source: string; readonly subject: string },
  { ask, isAncestor }: RollbackDependencies,
): Promise<Past> {
  // An earlier attempt may have recorded this very event.
  const others = (events: readonly StoredEvent[]) => events.find(({ id }) => id !== event.id);
  const previous = others(await ask({ ...cell, order: 'desc' }));
  const current = previous?.version;
  if (previous === undefined || current == null || current === event.version) {
    return { kind: 'known', previous };
  }
  const [ours, theirs] = await Promise.all([
    ask({ ...cell, version: event.version, order: 'asc' }).then(others),
    ask({ ...cell, version: current, order: 'asc' }).then(others),
  ]);
  if (ours !== undefined) {
    // By when each version came here first, so that A, B, back to A, then B again goes forward.
    const isBack = ours.time < (theirs ?? previous).time;
    return isBack
      ? goesBack(previous, `it ran here before ${current}`)
      : { kind: 'known', previous };
  }
  const sha = textAt(event.data ?? {}, 'ci', 'sha');
  const running = textAt(previous.data ?? {}, 'ci', 'sha');
  const isBack = sha && running && sha !== running ? await isAncestor(sha, running) : false;
  return isBack
    ? goesBack(previous, `its commit is behind ${current}`)
    : { kind: 'known', previous };
}

function goesBack(previous: StoredEvent, origin: string): Past {
  return { kind: 'known', previous, rollback: { value: 'rollback', origin } };
}
