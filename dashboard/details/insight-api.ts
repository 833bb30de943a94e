/** What is asked about events, beyond the list of them. Errors are values. */
import type { StoredEvent } from '../../backend/model/event.ts';
import type { ImpactPoint, MetricImpact, OtherChange, Window } from '../../backend/model/impact.ts';
import type {
  Cause,
  CountedEvents,
  DeliveryCell,
  DeliveryFigures,
  FailedDeployment,
} from '../../backend/model/insight.ts';
import { data } from '../api.ts';
import { type ApiResult, request } from '../requests.ts';

/** ISO 8601. */
type Time = string;

export interface Point extends Omit<ImpactPoint, 'time'> {
  readonly time: Time;
}

export interface Metric extends Omit<MetricImpact, 'points'> {
  readonly points: readonly Point[];
}

export interface ImpactAnswer {
  readonly time: Time;
  readonly window: Window;
  readonly subject: string | null;
  readonly before: { readonly from: Time; readonly to: Time };
  readonly after: { readonly from: Time; readonly to: Time; readonly complete: boolean };
  readonly settleSeconds: number;
  readonly others: readonly OtherChange[];
  readonly metrics: readonly Metric[];
  readonly omitted: number;
}

export interface CausesAnswer {
  readonly at: Time;
  readonly considered: number;
  readonly causes: readonly Cause[];
}

export interface Slice {
  readonly from: Time;
  readonly to: Time;
  readonly figures: DeliveryFigures;
}

export interface DeliveryAnswer {
  readonly from: Time;
  readonly to: Time;
  readonly figures: DeliveryFigures;
  readonly previous: DeliveryFigures;
  readonly failed: readonly FailedDeployment[];
  readonly cells: readonly DeliveryCell[];
  readonly counted: CountedEvents;
  readonly trend: readonly Slice[];
}

/** Slices of a chart of samples. */
const POINTS = 96;
const V1 = '/api/v1';

export type InsightApi = ReturnType<typeof createInsightApi>;

export function createInsightApi(key: string | undefined) {
  const get = async <Value>(
    path: string,
    asked: Readonly<Record<string, string | readonly string[] | null>>,
    signal: AbortSignal,
  ): Promise<ApiResult<Value>> => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(asked)) {
      if (value === null || value === '') continue;
      for (const one of typeof value === 'string' ? [value] : value) parameters.append(name, one);
    }
    return data<Value>(await request({ path: `${V1}${path}`, key, parameters, signal }));
  };
  return {
    events: (
      asked: Readonly<Record<string, string | readonly string[] | null>>,
      signal: AbortSignal,
    ) => get<readonly StoredEvent[]>('/events', asked, signal),
    impact: ({ id, source, time, subject }: StoredEvent, window: Window, signal: AbortSignal) => {
      const asked = { source, window, points: String(POINTS) };
      // An address cannot hold these as a name, whatever is done to them.
      const isPath = /^\.\.?$/.test(id);
      return isPath
        ? get<ImpactAnswer>('/metrics/around', { ...asked, time, subject }, signal)
        : get<ImpactAnswer>(`/events/${encodeURIComponent(id)}/impact`, asked, signal);
    },
    causes: (asked: Readonly<Record<string, string>>, signal: AbortSignal) =>
      get<CausesAnswer>('/insights/causes', asked, signal),
    delivery: (asked: Readonly<Record<string, string | readonly string[]>>, signal: AbortSignal) =>
      get<DeliveryAnswer>('/insights/delivery', asked, signal),
    /** Names to choose from. */
    facets: (signal: AbortSignal) =>
      get<Readonly<Record<'sources' | 'subjects', readonly { readonly value: string | null }[]>>>(
        '/events/facets',
        {},
        signal,
      ),
  };
}
