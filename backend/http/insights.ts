/** What the timeline tells of delivery and of causes: thin routes, each one calls one service. */
import { z } from 'zod';
import { causesParameters, deliveryParameters } from '../model/insight-schema.ts';
import type { Causes } from '../services/causes.ts';
import type { DeliveryMetrics } from '../services/delivery.ts';
import { dataAnswer, storedEventAnswer } from './answers.ts';
import { sendData } from './respond.ts';
import { keyedRoute, type Route } from './route.ts';

export interface InsightRoutesDependencies {
  readonly causes: Causes;
  readonly delivery: DeliveryMetrics;
}

const time = z.iso.datetime({ precision: 3 });
const missing = z.string().nullable().meta({ description: 'Why there is no value.' });
const figure = z.object({ value: z.number().nullable(), n: z.int(), missing });
const spread = z
  .object({ median: z.number().nullable(), p90: z.number().nullable(), n: z.int(), missing })
  .meta({ description: 'Seconds.' });
const figures = z.object({
  deployments: z.int(),
  frequency: figure.meta({ description: 'Deployments a day.' }),
  leadTime: spread,
  changeFailureRate: figure,
  recoveryTime: spread,
  reworkRate: figure,
});
const eventName = z.object({ id: z.string(), source: z.string(), type: z.string(), time });
const counted = z.array(
  eventName.extend({
    subject: z.string().nullable(),
    version: z.string().nullable(),
    seconds: z.number().nullable(),
  }),
);

export const deliveryAnswer = dataAnswer(
  z.object({
    ...{ from: time, to: time, figures },
    previous: figures.meta({ description: 'Of the period before, as long as this one.' }),
    failed: z.array(
      z.object({
        deployment: eventName,
        failure: eventName,
        recovery: eventName.nullable(),
        recoverySeconds: z.number().nullable(),
      }),
    ),
    cells: z.array(
      z.object({
        ...{ source: z.string(), subject: z.string().nullable() },
        ...{ deployments: z.int(), failed: z.int(), figures },
      }),
    ),
    counted: z
      .object({ leadTime: counted, reworkRate: counted })
      .meta({ description: 'The newest deployments behind these figures, at most 100 of each.' }),
    trend: z
      .array(z.object({ from: time, to: time, figures }))
      .meta({ description: 'Slices of the range of 1, 3, 7 or 30 days, by its length.' }),
  }),
);

export const causesAnswer = dataAnswer(
  z.object({
    at: time,
    considered: z.int(),
    causes: z.array(
      z.object({
        score: z.int().meta({ description: 'From 0 to 100; no probability.' }),
        reasons: z.array(z.object({ points: z.int(), text: z.string() })),
        event: storedEventAnswer,
      }),
    ),
  }),
);

export function insightRoutes({ causes, delivery }: InsightRoutesDependencies): Route[] {
  return [
    keyedRoute({
      path: '/api/v1/insights/delivery',
      parameters: deliveryParameters,
      document: {
        tag: 'Metrics',
        summary: 'How delivery does',
        description:
          'Deployment frequency, lead time, change failure rate, recovery time and rework rate, with what they are counted from; where that is too little it says so.',
        answers: { 200: { description: 'The figures.', schema: deliveryAnswer } },
      },
      handle: async ({ res, query, organization }) => {
        const { from, to, trend, ...rest } = await delivery.of(organization, query);
        const slices = trend.map((one) => ({ ...one, from: iso(one.from), to: iso(one.to) }));
        sendData(res, 200, { from: iso(from), to: iso(to), ...rest, trend: slices });
      },
    }),
    keyedRoute({
      path: '/api/v1/insights/causes',
      parameters: causesParameters,
      document: {
        tag: 'Metrics',
        summary: 'Which change may have caused it',
        description: 'The changes before a moment, most suspicious first, each with its reasons.',
        answers: { 200: { description: 'The changes.', schema: causesAnswer } },
      },
      handle: async ({ res, query, organization }) => {
        const { at, ...rest } = await causes.find(organization, query);
        sendData(res, 200, { at: iso(at), ...rest });
      },
    }),
  ];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
