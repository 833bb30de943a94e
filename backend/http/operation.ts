/** The routes of those who run Milepost, and of its first minutes. */
import type { Request, Response } from 'express';
import { z } from 'zod';
import { MilepostError, unavailable } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { SCOPES } from '../model/key.ts';
import { noParameters } from '../model/query-schema.ts';
import type { OrganizationStore, Store } from '../store/port.ts';
import { dataAnswer } from './answers.ts';
import { authorize } from './auth.ts';
import { sendData } from './respond.ts';
import type { Route, RouteDocument } from './route.ts';

const READY_MS = 2000;

export interface OperationDependencies {
  readonly store: Pick<Store, 'ping' | 'kind'>;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly metrics: Metrics;
  readonly version: string;
}

export function operationRoutes(dependencies: OperationDependencies): Route[] {
  return [
    ...healthRoutes(dependencies),
    metricsRoute(dependencies.metrics),
    whoamiRoute(dependencies.organizations),
  ];
}

function healthRoutes({ store, version }: OperationDependencies): Route[] {
  const answer = (extra: z.ZodRawShape) =>
    dataAnswer(z.object({ status: z.literal('ok'), ...extra }));
  return [
    healthRoute('/healthz', {
      summary: 'Whether the process runs',
      answers: { 200: { description: 'It does.', schema: answer({ version: z.string() }) } },
      handle: async (_req, res) => sendData(res, 200, { status: 'ok', version }),
    }),
    healthRoute('/readyz', {
      summary: 'Whether the store answers too',
      answers: {
        200: {
          description: 'It does.',
          schema: answer({ store: z.enum(['sqlite', 'mongodb']) }),
        },
      },
      handle: async (_req, res) => {
        await inTime(store.ping());
        sendData(res, 200, { status: 'ok', store: store.kind });
      },
    }),
  ];
}

function metricsRoute(metrics: Metrics): Route {
  return healthRoute('/metrics', {
    summary: 'Figures for Prometheus',
    answers: { 200: { description: 'Prometheus text.', contentTypes: ['text/plain'] } },
    handle: async (_req, res) => {
      const text = await metrics.text();
      res.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
      res.end(text);
    },
  });
}

interface OpenRoute extends Pick<RouteDocument, 'summary' | 'answers'> {
  readonly handle: (req: Request, res: Response) => Promise<void>;
}

/** A route without a key. */
function healthRoute(path: string, { summary, answers, handle }: OpenRoute): Route {
  return {
    method: 'get',
    path,
    scope: null,
    parameters: noParameters,
    document: { tag: 'Operation', summary, answers },
    handle,
  };
}

function whoamiRoute(organizations: Pick<OrganizationStore, 'find'>): Route {
  return {
    method: 'get',
    path: '/api/v1/whoami',
    scope: 'READ_ONLY',
    parameters: noParameters,
    document: {
      tag: 'Set-up',
      summary: 'What an API key stands for',
      answers: {
        200: {
          description: 'The key’s organization and scope.',
          schema: dataAnswer(
            z.object({
              organization: z.object({ id: z.string(), name: z.string() }),
              scope: z.enum(SCOPES),
            }),
          ),
        },
      },
    },
    handle: async (req, res, gate) => {
      const { organization, scope } = await authorize(req, gate, 'READ_ONLY');
      const found = await organizations.find(organization);
      sendData(res, 200, {
        organization: { id: organization, name: found?.name ?? organization },
        scope,
      });
    },
  };
}

async function inTime(answer: Promise<void>): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(unavailable('the store does not answer in time')), READY_MS).unref();
  });
  try {
    await Promise.race([answer, late]);
  } catch (error) {
    // Whatever it is: whoever asks whether the store answers has been told.
    if (error instanceof MilepostError) throw error;
    throw unavailable('the store does not answer', error);
  }
}
