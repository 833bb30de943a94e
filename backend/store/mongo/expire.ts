/** Retention, in steps of one removal each. */
import { STATE_TYPES } from '../../model/query.ts';
import type { Expiry } from '../port.ts';
import { refreshLabels } from './bounds.ts';
import type { Collections, EventDocument, LedgerEntry, SeriesDocument } from './documents.ts';
import { guard } from './errors.ts';
import { placeOf, receiptPrefix, timeOf } from './places.ts';
import type { Removals } from './removals.ts';
import { latestByCell } from './state.ts';
import type { Tallies } from './tallies.ts';

/** Series of one step: those that have nothing to delete cost little, and not nothing. */
const SERIES_WINDOW = 200;
/** Events that were received later than this may not be in the ledger yet, ms. */
const FRESH_MS = 60_000;

export interface ExpireDependencies {
  readonly collections: Collections;
  readonly tallies: Tallies;
  readonly removals: Removals;
}

interface Step {
  readonly victims: readonly LedgerEntry[];
  /** Beside `victims`, in a trial. */
  readonly counted: number;
  readonly next: string | undefined;
}

export async function* expire(
  dependencies: ExpireDependencies,
  organization: string,
  expiry: Expiry,
): AsyncGenerator<number, void, undefined> {
  const { collections, tallies, removals } = dependencies;
  await removals.sweep();
  // Only what the totals count can be taken out of them.
  const tail = await tallies.tail(organization);
  const isExpired = tail.some(({ series, time }) => time < cutoffOf(expiry, series));
  if (isExpired && !expiry.isTrial) await tallies.settle();
  try {
    let after: string | undefined = '';
    while (after !== undefined) {
      const step: Step = await planStep(dependencies, organization, expiry, after);
      await removals.remove(organization, step.victims);
      yield step.victims.length + step.counted;
      after = step.next;
    }
  } finally {
    // Not in each step, since all series are read for it; also when somebody leaves in between.
    if (!expiry.isTrial) await refreshLabels(collections, organization);
  }
}

function cutoffOf(expiry: Expiry, series: SeriesDocument): number {
  return expiry.cutoffOf(series) ?? Number.NEGATIVE_INFINITY;
}

async function planStep(
  dependencies: ExpireDependencies,
  organization: string,
  expiry: Expiry,
  after: string,
): Promise<Step> {
  const { series } = dependencies.collections;
  const window = await guard(() =>
    series
      .find({ organization, _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(SERIES_WINDOW)
      .toArray(),
  );
  const victims: LedgerEntry[] = [];
  let counted = 0;
  let done = after;
  for (const one of window) {
    if (mayHaveExpired(one, expiry)) {
      const kept = await runningIn(dependencies, organization, one, expiry.now);
      if (expiry.isTrial) counted += await countExpired(dependencies, one, expiry, kept);
      else {
        const limit = expiry.limit - victims.length;
        victims.push(...(await findExpired(dependencies, one, expiry, kept, limit)));
      }
      if (victims.length === expiry.limit) return { victims, counted, next: done };
    }
    done = one._id;
  }
  return { victims, counted, next: window.length < SERIES_WINDOW ? undefined : done };
}

/** In a trial, a series whose events are not in its totals yet is looked at too. */
function mayHaveExpired(series: SeriesDocument, expiry: Expiry): boolean {
  const cutoff = cutoffOf(expiry, series);
  if (series.last === '') return expiry.isTrial === true && cutoff > Number.NEGATIVE_INFINITY;
  return expiry.isTrial === true || timeOf(series.first) < cutoff;
}

/** The event of the state matrix in the series' cell, which stays however old it is. */
async function runningIn(
  { collections, tallies }: ExpireDependencies,
  organization: string,
  { type, source, subject }: SeriesDocument,
  now: number,
): Promise<string | undefined> {
  if (!STATE_TYPES.some((one) => one === type)) return undefined;
  const filter = { type: STATE_TYPES, source: [source] };
  const cells = await latestByCell(collections, tallies, organization, filter, now);
  return cells.find((cell) => cell.subject === subject)?.event.receipt;
}

function expiredEvents(
  { collections }: ExpireDependencies,
  { _id: series, ...labels }: SeriesDocument,
  expiry: Expiry,
) {
  const cutoff = cutoffOf(expiry, { _id: series, ...labels });
  return collections.events
    .find({
      series,
      place: { $lt: cutoff === Number.NEGATIVE_INFINITY ? '' : placeOf(cutoff, '') },
      _id: { $lt: receiptPrefix(expiry.now - FRESH_MS) },
    })
    .project<Pick<EventDocument, '_id' | 'time'>>({ time: 1 })
    .sort({ place: 1 });
}

async function findExpired(
  dependencies: ExpireDependencies,
  series: SeriesDocument,
  expiry: Expiry,
  kept: string | undefined,
  limit: number,
): Promise<LedgerEntry[]> {
  const cursor = expiredEvents(dependencies, series, expiry).limit(limit + 1);
  const found = await guard(() => cursor.toArray());
  return found
    .filter(({ _id }) => _id !== kept)
    .slice(0, limit)
    .map(({ _id, time }) => ({ receipt: _id, series: series._id, time: time.getTime() }));
}

async function countExpired(
  dependencies: ExpireDependencies,
  series: SeriesDocument,
  expiry: Expiry,
  kept: string | undefined,
): Promise<number> {
  const found = await guard(() => expiredEvents(dependencies, series, expiry).toArray());
  return found.filter(({ _id }) => _id !== kept).length;
}
