/** The routes of the timeline: thin, each one calls one service. */
import type { Response } from 'express';
import { z } from 'zod';
import { toStoredEvent } from '../model/event.ts';
import {
  exportParameters,
  facetsParameters,
  getParameters,
  listParameters,
  noParameters,
  stateParameters,
  streamParameters,
  summaryParameters,
} from '../model/query-schema.ts';
import { eventSchema } from '../model/schema.ts';
import type { Query, Summary } from '../services/query.ts';
import { toFilter } from '../services/range.ts';
import type { BucketCount, ValueCount } from '../store/port.ts';
import {
  batchAnswer,
  errorAnswer,
  eventAnswer,
  eventListAnswer,
  facetsAnswer,
  rejectedBatchAnswer,
  stateAnswer,
  summaryAnswer,
} from './answers.ts';
import { sendExport } from './export.ts';
import { handleIngest, type IngestDoor } from './ingest.ts';
import { sendData } from './respond.ts';
import { keyedRoute, type Route } from './route.ts';
import type { EventStreams } from './stream.ts';

export interface EventRoutesDependencies {
  readonly query: Query;
  readonly streams: EventStreams;
  readonly ingestDoor: IngestDoor;
  readonly clock: () => number;
}

export function eventRoutes(dependencies: EventRoutesDependencies): Route[] {
  const { query, streams, ingestDoor, clock } = dependencies;
  return [
    recordRoute(ingestDoor),
    ...listRoutes(query),
    ...countRoutes(query),
    ...streamRoutes(query, streams, clock),
    // Last: its path would take the names of the others for ids.
    getRoute(query),
  ];
}

function recordRoute(door: IngestDoor): Route {
  const batch = z.array(eventSchema).min(1).max(1000);
  return {
    method: 'post',
    path: '/api/v1/events',
    scope: 'READ_WRITE',
    parameters: noParameters,
    document: {
      tag: 'Events',
      summary: 'Record events',
      description:
        'One event as JSON (CloudEvents structured or binary mode), a batch, or NDJSON of any length. An event is stored durably before the answer. The same source and id again: 200 when the content is the same, 409 when it is not.',
      body: {
        'application/json': eventSchema,
        'application/cloudevents+json': eventSchema,
        'application/cloudevents-batch+json': batch,
        'application/x-ndjson': eventSchema,
      },
      answers: {
        200: { description: 'Stored before (Idempotency-Replayed: true).', schema: eventAnswer },
        201: { description: 'Stored.', schema: z.union([eventAnswer, batchAnswer]) },
        207: { description: 'Some events of a batch were rejected.', schema: batchAnswer },
        400: {
          description: 'VALIDATION_ERROR, or every event of a batch was rejected.',
          schema: z.union([rejectedBatchAnswer, errorAnswer]),
        },
      },
    },
    handle: (req, res) => handleIngest(door, req, res),
  };
}

function listRoutes(query: Query): Route[] {
  return [
    keyedRoute({
      path: '/api/v1/events',
      parameters: listParameters,
      document: {
        tag: 'Timeline',
        summary: 'List events',
        description: 'Newest event time first. Follow page.nextCursor for more.',
        answers: { 200: { description: 'A page of events.', schema: eventListAnswer } },
      },
      handle: async ({ res, query: request, organization }) => {
        const { events, nextCursor } = await query.list(organization, request);
        const page = { limit: request.limit, nextCursor };
        sendData(res, 200, events.map(toStoredEvent), { page });
      },
    }),
    keyedRoute({
      path: '/api/v1/state',
      parameters: stateParameters,
      document: {
        tag: 'Timeline',
        summary: 'What runs where',
        description:
          'For each source and subject the version that runs there: the latest deployment, release or rollback by event time, now or at a moment of the past.',
        answers: { 200: { description: 'The cells of the matrix.', schema: stateAnswer } },
      },
      handle: async ({ res, query: request, organization }) => {
        const { at, cells } = await query.state(organization, request);
        const data = cells.map(({ source, subject, event }) => ({
          source,
          subject,
          version: event.version,
          since: iso(event.time),
          event: toStoredEvent(event),
        }));
        sendData(res, 200, data, { at: iso(at) });
      },
    }),
  ];
}

function countRoutes(query: Query): Route[] {
  return [
    keyedRoute({
      path: '/api/v1/events/summary',
      parameters: summaryParameters,
      document: {
        tag: 'Timeline',
        summary: 'Count events',
        description: 'Counts by the values of one field, and a histogram of the same.',
        answers: { 200: { description: 'The counts.', schema: summaryAnswer } },
      },
      handle: async ({ res, query: request, organization }) => {
        sendData(res, 200, toSummaryAnswer(await query.summary(organization, request)));
      },
    }),
    keyedRoute({
      path: '/api/v1/events/facets',
      parameters: facetsParameters,
      document: {
        tag: 'Timeline',
        summary: 'List the distinct values',
        description: 'Types, sources, subjects and severities with counts and last seen.',
        answers: { 200: { description: 'The values.', schema: facetsAnswer } },
      },
      handle: async ({ res, query: request, organization }) => {
        const facets = await query.facets(organization, request);
        sendData(res, 200, {
          types: facets.type.map(toValueAnswer),
          sources: facets.source.map(toValueAnswer),
          subjects: facets.subject.map(toValueAnswer),
          severities: facets.severity.map(toValueAnswer),
        });
      },
    }),
  ];
}

function streamRoutes(query: Query, streams: EventStreams, clock: () => number): Route[] {
  return [
    keyedRoute({
      path: '/api/v1/events/stream',
      parameters: streamParameters,
      document: {
        tag: 'Timeline',
        summary: 'Follow events as they arrive',
        description:
          'Server-Sent Events, filtered as a list. Last-Event-ID resumes without a gap; the id of each message is what to send.',
        answers: { 200: { description: 'The stream.', contentTypes: ['text/event-stream'] } },
      },
      handle: ({ req, res, query: request, organization }) =>
        streams.open(req, res, organization, toFilter(request, clock())),
    }),
    keyedRoute({
      path: '/api/v1/events/export',
      parameters: exportParameters,
      document: {
        tag: 'Timeline',
        summary: 'Export events',
        description: 'Everything that matches, as NDJSON or CSV.',
        answers: {
          200: { description: 'The file.', contentTypes: ['application/x-ndjson', 'text/csv'] },
        },
      },
      handle: ({ req, res, query: { format, ...request }, organization }) =>
        sendExport(req, res as Response, format, query.export(organization, request)),
    }),
  ];
}

function getRoute(query: Query): Route {
  return keyedRoute({
    path: '/api/v1/events/:id',
    parameters: getParameters,
    document: {
      tag: 'Timeline',
      summary: 'Get one event',
      path: { id: 'The event id, percent-encoded.' },
      answers: { 200: { description: 'The event.', schema: eventAnswer } },
    },
    handle: async ({ req, res, query: { source }, organization }) => {
      const event = await query.get(organization, String(req.params['id']), source);
      sendData(res, 200, toStoredEvent(event));
    },
  });
}

function toSummaryAnswer({ range, histogram, counts, ...summary }: Summary) {
  return {
    from: range === null ? null : iso(range.from),
    to: range === null ? null : iso(range.to),
    ...summary,
    counts: counts.map(toValueAnswer),
    histogram: toHistogramAnswer(histogram),
  };
}

function toHistogramAnswer(buckets: readonly BucketCount[]) {
  const histogram: {
    start: string;
    count: number;
    values: { value: string | null; count: number }[];
  }[] = [];
  for (const { start, value, count } of buckets) {
    const name = iso(start);
    const last = histogram.at(-1);
    if (last?.start !== name) histogram.push({ start: name, count, values: [{ value, count }] });
    else {
      last.count += count;
      last.values.push({ value, count });
    }
  }
  return histogram;
}

function toValueAnswer({ value, count, firstSeen, lastSeen }: ValueCount) {
  return { value, count, firstSeen: iso(firstSeen), lastSeen: iso(lastSeen) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
