import type { Scope } from '../model/key.ts';
import type { Tool } from './tool.ts';
import { annotateEvent } from './tools/annotate-event.ts';
import { findLikelyCauses } from './tools/find-likely-causes.ts';
import { getBusinessContext } from './tools/get-business-context.ts';
import { getDeliveryMetrics } from './tools/get-delivery-metrics.ts';
import { getEvent } from './tools/get-event.ts';
import { getEventSummary } from './tools/get-event-summary.ts';
import { getMetricsAroundEvent } from './tools/get-metrics-around-event.ts';
import { getOrganizationContext } from './tools/get-organization-context.ts';
import { getState } from './tools/get-state.ts';
import { listEventSources } from './tools/list-event-sources.ts';
import { listEventSubjects } from './tools/list-event-subjects.ts';
import { listEventTypes } from './tools/list-event-types.ts';
import { listMetrics } from './tools/list-metrics.ts';
import { queryEvents } from './tools/query-events.ts';
import { recordEvent } from './tools/record-event.ts';

/** Every tool, in the order in which clients see them. */
const TOOLS: readonly Tool[] = [
  getOrganizationContext,
  getBusinessContext,
  queryEvents,
  getEvent,
  getEventSummary,
  getState,
  listEventTypes,
  listEventSources,
  listEventSubjects,
  listMetrics,
  getMetricsAroundEvent,
  findLikelyCauses,
  getDeliveryMetrics,
  recordEvent,
  annotateEvent,
];

/** The tools that a key may see: what it cannot call would only mislead. */
export function toolsFor(scope: Scope): readonly Tool[] {
  return TOOLS.filter((tool) => tool.scope === 'READ_ONLY' || scope === 'READ_WRITE');
}
