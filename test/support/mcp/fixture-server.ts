/** The product's own HTTP and its own check of keys, in front of what the conformance suite asks for. */
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../backend/http/app.ts';
import { NO_RATE_LIMIT } from '../../../backend/http/rate-limit.ts';
import { createHttpServer } from '../../../backend/http/server.ts';
import { createLog } from '../../../backend/log.ts';
import { mcpEndpoint } from '../../../backend/mcp/endpoint.ts';
import { answerLegacy } from '../../../backend/mcp/legacy.ts';
import { createMetrics } from '../../../backend/metrics.ts';
import { createCallers } from '../../../backend/services/callers.ts';
import { createIngest } from '../../../backend/services/ingest.ts';
import { createKeys } from '../../../backend/services/keys.ts';
import { auditOf } from '../audit.ts';
import { openTestStore } from '../store.ts';
import { createFixtures } from './fixtures.ts';

export interface FixtureServer {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

export async function startFixtureServer(): Promise<FixtureServer> {
  const store = await openTestStore();
  await store.organizations.insert({ id: 'default', name: 'default', createdAt: Date.now() });
  const shared = { clock: Date.now, newId: () => crypto.randomUUID() };
  const keys = createKeys({
    ...{ keys: store.keys, organizations: store.organizations },
    ...{ audit: auditOf(store, Date.now), ...shared },
  });
  const { secret } = await keys.create({
    ...{ organization: 'default', name: 'conformance', scope: 'READ_ONLY', createdBy: 'test' },
    expiresAt: undefined,
  });
  const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const log = createLog('silent');
  const gate = {
    authenticator: {
      authenticate: keys.authenticate,
      authenticateAssistant: keys.authenticate,
      authenticateSession: async () => null,
    },
    callers: createCallers({ baseUrl, trustProxy: 0 }),
  };
  const app = createApp({
    ...{ routes: [], gate, log },
    mount: [
      mcpEndpoint({
        ...{ keys: gate.authenticator, baseUrl, allowedOrigins: [] },
        challenge: (_, refusal) => refusal,
        answer: (exchange) => answerLegacy(createFixtures().server, exchange, () => undefined),
      }),
    ],
  });
  const ingest = createIngest({ events: store.events, ...shared, onStored: () => undefined });
  const { server, drain } = createHttpServer({
    ...{ app, log, metrics: createMetrics() },
    ingestDoor: { ingest, gate, rateLimit: NO_RATE_LIMIT, eventMaxBytes: 1, batchMaxBytes: 1 },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: baseUrl(),
    key: secret,
    close: async () => {
      await drain();
      await store.close();
    },
  };
}
