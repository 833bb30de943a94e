import { invalidField } from '../errors.ts';
import type { TimelineEvent } from '../model/event.ts';
import type {
  CountedEvents,
  DeliveryCell,
  DeliveryFigures,
  DeliverySlice,
  EventName,
  FailedDeployment,
} from '../model/insight.ts';
import type { EventStore } from '../store/port.ts';
import {
  DAY_MS,
  DELIVERY_TYPES,
  type Delivery,
  deliveryOf,
  FAILURE_MS,
  type Period,
} from './delivery-figures.ts';
import { type FilterRequest, toFilter } from './range.ts';

export type DeliveryRequest = Pick<
  FilterRequest,
  'from' | 'to' | 'timezone' | 'source' | 'subject'
>;

export interface DeliveryAnswer extends Period {
  readonly figures: DeliveryFigures;
  /** The same of the period before, as long as this one. */
  readonly previous: DeliveryFigures;
  /** Newest first. */
  readonly failed: readonly FailedDeployment[];
  readonly cells: readonly DeliveryCell[];
  readonly counted: CountedEvents;
  /** Oldest first; together they are the range. */
  readonly trend: readonly DeliverySlice[];
}

export interface DeliveryMetrics {
  /** Rejects wrong ranges, and those of too many events, with VALIDATION_ERROR. */
  of(organization: string, request: DeliveryRequest): Promise<DeliveryAnswer>;
}

const DEFAULT_FROM = '-30d';
const PAGE = 1000;
const MOST_EVENTS = 50_000;
const LISTED = 100;

export function createDelivery({
  events,
  clock,
}: {
  readonly events: Pick<EventStore, 'page'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}): DeliveryMetrics {
  const readAll = async (organization: string, request: DeliveryRequest, period: Period) => {
    const { source, subject } = request;
    const filter = { ...period, source, subject, type: DELIVERY_TYPES };
    const found: TimelineEvent[] = [];
    for (;;) {
      const last = found.at(-1);
      const after = last && { time: last.time, receipt: last.receipt };
      const page = await events.page(organization, { filter, order: 'asc', limit: PAGE, after });
      found.push(...page.events);
      if (!page.hasMore) return found;
      if (found.length >= MOST_EVENTS) {
        throw invalidField('from', `the range holds more than ${MOST_EVENTS} events, shorten it`);
      }
    }
  };
  return {
    of: async (organization, request) => {
      const now = clock();
      const { from = now, to = now } = toFilter(
        { ...request, from: request.from ?? DEFAULT_FROM, to: request.to ?? 'now' },
        now,
      );
      const length = to - from;
      if (length <= 0) throw invalidField('to', 'must be behind from');
      const before: Period = { from: from - length, to: from - 1 };
      const around = { from: before.from - FAILURE_MS, to: to + FAILURE_MS };
      const found = await readAll(organization, request, around);
      const current: Delivery = deliveryOf(found, { from, to });
      return {
        ...{ from, to, figures: current.figures },
        previous: deliveryOf(found, before).figures,
        failed: newest(current.failed, ({ deployment }) => deployment),
        cells: current.cells.slice(0, LISTED),
        counted: {
          leadTime: newest(current.counted.leadTime, (one) => one),
          reworkRate: newest(current.counted.reworkRate, (one) => one),
        },
        trend: slicesOf({ from, to }).map((part) => ({ ...part, figures: current.within(part) })),
      };
    },
  };
}

function newest<One>(ones: readonly One[], eventOf: (one: One) => EventName): readonly One[] {
  return ones
    .toSorted((one, other) => eventOf(other).time.localeCompare(eventOf(one).time))
    .slice(0, LISTED);
}

/** How long the slices of a range are, by its length: about a dozen of them. */
const SLICES = [
  { upTo: 14 * DAY_MS, length: DAY_MS },
  { upTo: 45 * DAY_MS, length: 3 * DAY_MS },
  { upTo: 200 * DAY_MS, length: 7 * DAY_MS },
  { upTo: Number.POSITIVE_INFINITY, length: 30 * DAY_MS },
] as const;

/** Whole slices back from the end; what is left over is the first, shorter one. */
function slicesOf({ from, to }: Period): Period[] {
  const length = SLICES.find(({ upTo }) => to - from <= upTo)?.length ?? DAY_MS;
  const slices: Period[] = [];
  for (let end = to; end > from; end -= length) {
    const start = end - length + 1;
    // Both ends of the range are part of it: it is a moment longer than its slices.
    slices.unshift({ from: start <= from + 1 ? from : start, to: end });
  }
  return slices;
}
