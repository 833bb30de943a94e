/** The composition root: the only place that constructs collaborators, with `compose-*.ts`. */
import type { AddressInfo } from 'node:net';
import { createAccounts } from './compose-accounts.ts';
import { type AssistantsOptions, createAssistants } from './compose-assistants.ts';
import { composeMetrics } from './compose-metrics.ts';
import { baseUrlOf } from './config.ts';
import { createApp } from './http/app.ts';
import { auditRoutes } from './http/audit.ts';
import { createChallenge } from './http/challenge.ts';
import { connectionRoutes } from './http/connections.ts';
import { consentRoutes } from './http/consent.ts';
import { contextRoutes } from './http/context.ts';
import { documentation } from './http/docs.ts';
import { eventRoutes } from './http/events.ts';
import { impactRoutes } from './http/impact.ts';
import type { IngestDoor } from './http/ingest.ts';
import { insightRoutes } from './http/insights.ts';
import { keyRoutes } from './http/keys.ts';
import { linkRoutes } from './http/links.ts';
import { mailRoutes } from './http/mail.ts';
import { createMe, meRoute } from './http/me.ts';
import { memberRoutes } from './http/members.ts';
import { myAccountRoutes } from './http/my-account.ts';
import { oauthEndpoints } from './http/oauth.ts';
import { wellKnown } from './http/oauth-metadata.ts';
import { createOpenApi } from './http/openapi.ts';
import { operationRoutes } from './http/operation.ts';
import { pipelineRoutes } from './http/pipelines.ts';
import { createRateLimit, NO_RATE_LIMIT } from './http/rate-limit.ts';
import { retentionRoutes } from './http/retention.ts';
import { secondFactorRoutes } from './http/second-factor.ts';
import { createHttpServer } from './http/server.ts';
import { createWelcome, signInRoutes } from './http/sign-in.ts';
import { signOnRoutes } from './http/sign-on.ts';
import { dashboard } from './http/static.ts';
import { createEventStreams } from './http/stream.ts';
import { viewRoutes } from './http/views.ts';
import { newUuid } from './ids.ts';
import { attachLive } from './live/socket.ts';
import type { Log } from './log.ts';
import { createMcpAnswer } from './mcp/answer.ts';
import { mcpEndpoint } from './mcp/endpoint.ts';
import { createRecorder } from './mcp/recorder.ts';
import { createMetrics } from './metrics.ts';
import { createIdTokens } from './oidc/id-tokens.ts';
import { createIssuerKeys } from './oidc/issuer-keys.ts';
import { createAudit } from './services/audit.ts';
import { createAuthenticator, type Gate } from './services/authenticator.ts';
import { createCallers } from './services/callers.ts';
import { createCauses } from './services/causes.ts';
import { createBusinessContext } from './services/context.ts';
import { createDelivery } from './services/delivery.ts';
import { createFeed } from './services/feed.ts';
import { createImpact } from './services/impact.ts';
import { createIngest } from './services/ingest.ts';
import { createKeys } from './services/keys.ts';
import { createPipelines } from './services/pipelines.ts';
import { createQuery } from './services/query.ts';
import { createRetention } from './services/retention.ts';
import { createRetentionWorker } from './services/retention-worker.ts';
import { createSetUp, type FirstStart } from './services/set-up.ts';
import { createTrustedTokens, type TrustedTokens } from './services/trusted-tokens.ts';
import { createViews } from './services/views.ts';

export interface MilepostOptions extends AssistantsOptions {
  readonly log: Log;
  readonly version: string;
  /** The folder of the built dashboard. */
  readonly dashboardFolder: string;
  /** ms since the Unix epoch. */
  readonly clock?: () => number;
  readonly newId?: () => string;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** The address that people and pipelines use. */
  readonly baseUrl: string;
  /** Set on the very first start only. */
  readonly firstStart: FirstStart | null;
}

export interface Milepost {
  /** Starts to accept requests; then, on the very first start, makes what that shows. */
  listen(): Promise<Listening>;
  /** Refuses what is new, finishes what is under way, closes the store. */
  close(): Promise<void>;
}

/** When a key was last used is written at this pace, ms. */
const FLUSH_USES_MS = 30_000;
/** Sessions and tokens that have expired are deleted at this pace, ms. */
const PRUNE_MS = 3_600_000;
/** Attempts at a link, such as that of the set-up, a minute and address. */
const LINK_ATTEMPTS = 10;
/** Steps of single sign-on, a minute and address, which may be a whole office. */
const SIGN_ONS = 120;

export async function compose(options: MilepostOptions): Promise<Milepost> {
  const { config, store, log, version, dashboardFolder } = options;
  const { clock = Date.now, newId = newUuid } = options;
  const { events, organizations } = store;

  const metrics = createMetrics();
  const audit = createAudit({ audit: store.audit, clock, newId });
  const context = createBusinessContext({ contexts: store.contexts, audit, clock });
  const keys = createKeys({ keys: store.keys, organizations, audit, clock, newId });
  const accounts = await createAccounts(options, {
    ...{ audit, clock, newId },
    baseUrl: () => baseUrl(),
  });
  const tokens = createTokens(options, clock, () => baseUrl());
  const assistants = createAssistants(options, { audit, clock, newId }, () => baseUrl());
  const authenticator = createAuthenticator({
    keys,
    tokens,
    sessions: accounts.sessions,
    accessTokens: assistants.mode.isOn ? assistants.accessTokens : null,
  });
  const callers = createCallers({ baseUrl: () => baseUrl(), trustProxy: config.trustProxy });
  const gate: Gate = { authenticator, callers };
  const { passwords } = accounts;
  const setUp = createSetUp({ ...store, keys, passwords, audit, clock, newId });
  const onError = (error: unknown) => log.error({ err: error }, 'the live feed cannot be read');
  const feed = createFeed({ events, onError });
  const query = createQuery({ events, clock });
  const onStored = (count: number) => {
    metrics.eventsStored(count);
    feed.wake();
  };
  const ingest = createIngest({ events, clock, newId, onStored });

  const retention = createRetention({ ...store, audit, clock });
  const retentionWorker = createRetentionWorker({
    retention,
    store: store.retention,
    holder: newId(),
    clock,
    onDeleted: (organization, deleted) =>
      log.info({ organization, deleted }, 'deleted events that had expired'),
    onError: (err) => log.error({ err }, 'expired events cannot be deleted'),
  });

  const pipelines = createPipelines({ ingest, query, clock, newId });

  const measured = composeMetrics({ config, store, log, audit, clock, newId });
  const { catalog } = measured;
  const impact = createImpact({ query, events, metrics: store.metrics, catalog, clock });
  const causes = createCauses({ events, impact, clock });
  const delivery = createDelivery({ events, clock });

  const { eventMaxBytes, batchMaxBytes, ingestRateLimit } = config;
  const rateLimit =
    ingestRateLimit === 0
      ? NO_RATE_LIMIT
      : createRateLimit({ policy: 'ingest', points: ingestRateLimit, seconds: 1 });
  const ingestDoor: IngestDoor = {
    ingest,
    gate,
    rateLimit,
    eventMaxBytes,
    batchMaxBytes,
  };
  const streams = createEventStreams({
    feed,
    gate,
    onError,
    onClients: (change) => metrics.liveClients('sse', change),
  });
  const describe = createMe({ organizations, keys });
  const welcome = createWelcome({ authenticator, describe });
  const linkAttempts = createRateLimit({ policy: 'links', points: LINK_ATTEMPTS, seconds: 60 });
  const { isPasswordSignInOn } = config;
  const isForgottenOn = isPasswordSignInOn && accounts.post.isThere;
  const signOnAttempts = createRateLimit({ policy: 'sign-on', points: SIGN_ONS, seconds: 60 });
  const routes = [
    ...eventRoutes({ query, streams, ingestDoor, clock }),
    ...pipelineRoutes({ ...ingestDoor, pipelines }),
    ...impactRoutes(impact),
    ...insightRoutes({ causes, delivery }),
    ...measured.routes(rateLimit),
    ...keyRoutes(keys),
    ...viewRoutes(createViews({ views: store.views, audit, clock, newId })),
    ...contextRoutes(context),
    ...auditRoutes(audit),
    ...operationRoutes({ store, organizations, metrics, version }),
    meRoute(describe),
    ...retentionRoutes({ retention, onChanged: () => retentionWorker.wake() }),
    ...signInRoutes({ ...accounts, setUp, authenticator, describe, welcome, linkAttempts }),
    ...linkRoutes({ ...accounts, welcome, linkAttempts, isPasswordSignInOn }),
    ...signOnRoutes({
      signOn: accounts.signOn,
      ways: { password: isPasswordSignInOn, forgotten: isForgottenOn },
      signOnAttempts,
      baseUrl: () => baseUrl(),
    }),
    ...mailRoutes({ ...accounts, isForgottenOn, linkAttempts }),
    ...secondFactorRoutes({ ...accounts, callers }),
    ...memberRoutes({ ...accounts, organizations, baseUrl: () => baseUrl() }),
    ...myAccountRoutes({ ...accounts, callers, describe }),
    ...connectionRoutes(assistants.connections),
    ...(assistants.mode.isOn ? consentRoutes(assistants) : []),
  ];
  const mount = [
    documentation(createOpenApi(routes, version), () => baseUrl()),
    wellKnown(assistants),
    ...(assistants.mode.isOn ? [oauthEndpoints({ ...assistants, callers, log })] : []),
    mcpEndpoint({
      keys: { authenticate: authenticator.authenticateAssistant },
      challenge: createChallenge(assistants),
      baseUrl: () => baseUrl(),
      allowedOrigins: config.mcpAllowedOrigins,
      answer: createMcpAnswer({
        services: {
          ...{ query, businessContext: context, metrics: catalog, impact, causes, delivery },
          recorder: createRecorder(ingestDoor),
        },
        ...{ clock, log, version, baseUrl: () => baseUrl() },
      }),
    }),
    dashboard(dashboardFolder),
  ];
  const app = createApp({ routes, gate, mount, log });
  const { server, drain } = createHttpServer({ app, ingestDoor, metrics, log });
  const live = attachLive(server, {
    feed,
    gate,
    log,
    onClients: (change) => metrics.liveClients('socket', change),
  });

  const flushUses = () =>
    Promise.all(
      [keys, tokens, assistants.accessTokens].map((one) =>
        one.flushUses().catch((error: unknown) => {
          log.warn({ err: error }, 'uses of keys were not written');
        }),
      ),
    );
  const flushing = setInterval(() => void flushUses(), FLUSH_USES_MS);
  flushing.unref();
  const pruning = setInterval(() => {
    Promise.all([accounts.prune(), assistants.prune()]).catch((error: unknown) =>
      log.warn({ err: error }, 'what has expired was not deleted'),
    );
  }, PRUNE_MS);
  pruning.unref();

  const port = () => (server.address() as AddressInfo | null)?.port ?? config.port;
  const baseUrl = () => baseUrlOf(config, port());

  return {
    listen: async () => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(config.port, config.host, () => resolve());
      });
      // Not before: a start that fails for its port must not use up what is shown once.
      const firstStart = await setUp.firstStart();
      retentionWorker.start();
      measured.start();
      return { host: config.host, port: port(), baseUrl: baseUrl(), firstStart };
    },
    close: async () => {
      clearInterval(flushing);
      clearInterval(pruning);
      const retired = Promise.all([retentionWorker.close(), measured.close()]);
      streams.close();
      const drained = drain();
      await live.close();
      await drained;
      feed.close();
      await retired;
      await flushUses();
      await store.close();
    },
  };
}

/** What lets pipelines in without a key. */
function createTokens(
  { config, store }: MilepostOptions,
  clock: () => number,
  baseUrl: () => string,
): TrustedTokens {
  const { oidcAudience } = config;
  const idTokens = createIdTokens({
    keys: createIssuerKeys(clock),
    clock,
    audiences: () => [baseUrl(), ...(oidcAudience === undefined ? [] : [oidcAudience])],
  });
  return createTrustedTokens({ trusts: store.trusts, idTokens, clock });
}
