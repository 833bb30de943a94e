/** The part of the composition root that is about assistants which sign in. */
import { type Config, canGiveTokens } from './config.ts';
import { MCP_PATH, type OAuthMode } from './http/oauth-metadata.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createClientDocuments } from './oauth/client-documents.ts';
import { createAccessTokens } from './services/access-tokens.ts';
import type { Audit } from './services/audit.ts';
import { createConnections } from './services/connections.ts';
import { createConsent } from './services/consent.ts';
import { type ClientDocuments, createOAuthClients } from './services/oauth-clients.ts';
import { createOAuthTokens } from './services/oauth-tokens.ts';
import type { Store } from './store/port.ts';

export interface AssistantsOptions {
  readonly config: Config;
  readonly store: Store;
  /** Instead of the internet, for client-id metadata documents. */
  readonly clientDocuments?: ClientDocuments;
}

/** Requests of OAuth clients a minute and network, and questions about them a minute and person. */
const OAUTH_ATTEMPTS = 60;

/** Assistants that sign in for a person. */
export function createAssistants(
  { config, store, clientDocuments }: AssistantsOptions,
  shared: { readonly audit: Audit; readonly clock: () => number; readonly newId: () => string },
  baseUrl: () => string,
) {
  const { clock } = shared;
  const isOn = config.oauth !== 'off' && canGiveTokens(config);
  const mode: OAuthMode = { isOn, hasDocuments: config.oauth === 'on' };
  const common = { ...store, ...shared, issuer: baseUrl, resource: () => baseUrl() + MCP_PATH };
  const documents = mode.hasDocuments
    ? (clientDocuments ?? createClientDocuments({ clock }))
    : null;
  const clients = createOAuthClients({ ...common, documents });
  const accessTokens = createAccessTokens(common);
  const { forget } = accessTokens;
  const connections = createConnections({ ...common, forget });
  const tokens = createOAuthTokens({ ...common, clients, forget, end: connections.end });
  const limit = (policy: string) =>
    createRateLimit({ policy, points: OAUTH_ATTEMPTS, seconds: 60 });
  return {
    ...{ mode, baseUrl, clients, accessTokens, connections, tokens },
    consent: createConsent({ ...common, clients, tokens }),
    attempts: limit('oauth'),
    questions: limit('consent'),
    /** Forgets what has expired. */
    prune: async () => {
      await Promise.all([tokens.prune(), clients.prune()]);
    },
  };
}
