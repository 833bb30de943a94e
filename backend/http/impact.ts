/** The routes that tell what a change did to metrics: thin, each one calls one service. */
import { toStoredEvent } from '../model/event.ts';
import type { Impact, MetricImpact, Span } from '../model/impact.ts';
import { aroundParameters, impactParameters } from '../model/metric-schema.ts';
import type { ImpactService } from '../services/impact.ts';
import { aroundAnswer, impactAnswer } from './metric-answers.ts';
import { sendData } from './respond.ts';
import { keyedRoute, type Route } from './route.ts';

export function impactRoutes(impact: ImpactService): Route[] {
  return [
    keyedRoute({
      path: '/api/v1/events/:id/impact',
      parameters: impactParameters,
      document: {
        tag: 'Metrics',
        summary: 'Did this change make things better or worse?',
        description:
          'The metrics of the event’s subject (and source, where samples name one) before and after it, each with a verdict and its reason. Fewer than 8 samples on either side are inconclusive, always.',
        path: { id: 'The event id, percent-encoded.' },
        answers: { 200: { description: 'The metrics with verdicts.', schema: impactAnswer } },
      },
      handle: async ({ req, res, query, organization }) => {
        const id = String(req.params['id']);
        const { event, impact: found } = await impact.ofEvent(organization, id, query);
        sendData(res, 200, { event: toStoredEvent(event), ...toAnswer(found) });
      },
    }),
    keyedRoute({
      path: '/api/v1/metrics/around',
      parameters: aroundParameters,
      document: {
        tag: 'Metrics',
        summary: 'Compare metrics before and after a moment',
        description: 'As the impact of an event, for any moment.',
        answers: { 200: { description: 'The metrics with verdicts.', schema: aroundAnswer } },
      },
      handle: async ({ res, query, organization }) => {
        sendData(res, 200, toAnswer(await impact.around(organization, query)));
      },
    }),
  ];
}

function toAnswer({ time, before, after, isComplete, settleMs, ...rest }: Impact) {
  const { window, subject, source, others, metrics, omitted } = rest;
  return {
    ...{ time: iso(time), window, subject, source },
    before: toSpan(before),
    after: { ...toSpan(after), complete: isComplete },
    settleSeconds: settleMs / 1000,
    ...{ others, metrics: metrics.map(toMetric), omitted },
  };
}

function toMetric({ points, ...metric }: MetricImpact) {
  if (points === undefined) return metric;
  return { ...metric, points: points.map(({ time, ...point }) => ({ time: iso(time), ...point })) };
}

function toSpan({ from, to }: Span) {
  return { from: iso(from), to: iso(to) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
