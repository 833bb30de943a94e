import { setTimeout as wait } from 'node:timers/promises';
import { notFound } from '../errors.ts';
import type { Actor } from '../model/audit.ts';
import {
  cutoffs,
  describeRule,
  type RetentionRule,
  type RetentionSettings,
} from '../model/retention.ts';
import type { EventStore, OrganizationStore, RetentionStore } from '../store/port.ts';
import type { Audit } from './audit.ts';

/** Events of one step: short enough for whoever records an event meanwhile not to notice. */
const STEP_EVENTS = 25;
/** A step is followed by a pause of this many times its length: the rest is for everybody else. */
const PAUSE_FACTOR = 5;
const MIN_PAUSE_MS = 5;

export interface RunOptions {
  /** Whom the audit log names; Milepost itself when absent. */
  readonly actor?: Actor;
  /** Ends the run behind the step that is under way. */
  readonly signal?: AbortSignal;
  /** Asked after each step; false ends the run. */
  readonly mayGoOn?: () => Promise<boolean>;
}

export interface Retention {
  read(organization: string): Promise<RetentionSettings>;
  /** Rejects unknown organizations. Takes effect at once, on a run that is under way too. */
  change(
    organization: string,
    rules: readonly RetentionRule[],
    actor: Actor,
  ): Promise<RetentionSettings>;
  /** Deletes what has expired, in steps with pauses; says how many events. */
  run(organization: string, options?: RunOptions): Promise<number>;
  /** How many events a run would delete, by rules that need not be those that are set. */
  count(organization: string, rules: readonly RetentionRule[]): Promise<number>;
}

export interface RetentionDependencies {
  readonly retention: RetentionStore;
  readonly events: Pick<EventStore, 'expire'>;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly audit: Pick<Audit, 'change' | 'record'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  /** Resolves later, or at once when it is told to stop. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const MILEPOST: Actor = { kind: 'system', id: null, name: 'retention' };

/** How long events are kept, and their deletion. */
export function createRetention(dependencies: RetentionDependencies): Retention {
  const { retention, events, organizations, audit, clock, pause = pauseFor } = dependencies;

  const expiryOf = (rules: readonly RetentionRule[]) => {
    const now = clock();
    return { now, cutoffOf: cutoffs(rules, now), limit: STEP_EVENTS };
  };

  /** Deletes by the rules that are set now, until they are done or others are set. */
  const pass = async (
    organization: string,
    { signal, mayGoOn }: RunOptions,
    onDeleted: (count: number) => void,
  ): Promise<'done' | 'outdated'> => {
    const { rules, updatedAt } = await retention.read(organization);
    let began = performance.now();
    for await (const count of events.expire(organization, expiryOf(rules))) {
      onDeleted(count);
      const length = count === 0 ? 0 : performance.now() - began;
      await pause(Math.max(MIN_PAUSE_MS, length * PAUSE_FACTOR), signal);
      if (signal?.aborted || (mayGoOn !== undefined && !(await mayGoOn()))) break;
      const current = await retention.read(organization);
      if (current.updatedAt !== updatedAt) return 'outdated';
      began = performance.now();
    }
    return 'done';
  };

  /** Before the deed: a process that dies in the middle of it leaves this behind. */
  const announce = async (organization: string, actor: Actor): Promise<string | null> => {
    const { rules } = await retention.read(organization);
    const expiry = { ...expiryOf(rules), isTrial: true };
    for await (const count of events.expire(organization, expiry)) {
      if (count === 0) continue;
      const details = { rules: rules.map(describeRule) };
      return audit.record(organization, actor, 'retention.begun', null, details);
    }
    return null;
  };

  const report = async (
    organization: string,
    deleted: number,
    actor: Actor,
    entry: string | null,
  ): Promise<void> => {
    await retention.recordRun(organization, { at: clock(), deleted });
    if (deleted === 0 && entry === null) return;
    const details = { events: deleted, entry };
    await audit.record(organization, actor, 'retention.deleted', null, details);
  };

  return {
    read: (organization) => retention.read(organization),
    change: async (organization, rules, actor) => {
      if ((await organizations.find(organization)) === null) {
        throw notFound(`organization: there is no organization ${organization}`);
      }
      const details = { rules: rules.map(describeRule) };
      await audit.change(
        { organization, actor, action: 'retention.changed', details },
        async () => {
          // Later than the time before, by which runs notice it.
          const { updatedAt } = await retention.read(organization);
          await retention.write(organization, rules, Math.max(clock(), (updatedAt ?? 0) + 1));
        },
      );
      return retention.read(organization);
    },
    run: async (organization, options = {}) => {
      let deleted = 0;
      const { actor = MILEPOST } = options;
      const entry = await announce(organization, actor);
      const onDeleted = (count: number): void => {
        deleted += count;
      };
      try {
        while ((await pass(organization, options, onDeleted)) === 'outdated');
      } finally {
        // Also of a run that failed: what it deleted is gone.
        await report(organization, deleted, actor, entry);
      }
      return deleted;
    },
    count: async (organization, rules) => {
      let counted = 0;
      const expiry = { ...expiryOf(rules), isTrial: true };
      for await (const count of events.expire(organization, expiry)) counted += count;
      return counted;
    },
  };
}

async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch {
    // Told to stop.
  }
}
