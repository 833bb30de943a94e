/** What clients look for before they sign in: RFC 9728 and RFC 8414. */
import type { Express } from 'express';
import { notFound } from '../errors.ts';
import { OAUTH_SCOPES } from '../model/oauth.ts';
import { mountRest } from './methods.ts';
import { sendJson } from './respond.ts';

/** Where assistants ask. */
export const MCP_PATH = '/api/mcp/mcp';

export interface OAuthMode {
  /** Off: assistants come with an API key, and nothing here speaks of OAuth. */
  readonly isOn: boolean;
  /** Whether clients may be known by the address of their metadata document. */
  readonly hasDocuments: boolean;
}

export interface WellKnownDependencies {
  readonly mode: OAuthMode;
  /** How people reach this server: the issuer, letter for letter. */
  readonly baseUrl: () => string;
}

/**
 * Mounts `/.well-known`. What is not there is answered in JSON, for clients take anything else for
 * a promise: without OAuth that is all of it, and with it what Milepost is not, OpenID Connect.
 */
export function wellKnown({ mode, baseUrl }: WellKnownDependencies): (app: Express) => void {
  const resource = '/.well-known/oauth-protected-resource';
  const documents: Readonly<Record<string, () => object>> = {
    [`${resource}${MCP_PATH}`]: () => protectedResource(baseUrl()),
    // Some clients strip the path.
    [resource]: () => protectedResource(baseUrl()),
    '/.well-known/oauth-authorization-server': () => authorizationServer(baseUrl(), mode),
  };
  return (app) => {
    for (const [path, describe] of mode.isOn ? Object.entries(documents) : []) {
      app.get(path, (_req, res) => sendJson(res, 200, JSON.stringify(describe())));
    }
    app.get('/.well-known/*rest', (req) => {
      throw notFound(`path: there is nothing at ${req.path}`);
    });
    mountRest(app, '/.well-known/*rest', ['GET', 'HEAD']);
  };
}

export function protectedResourceUrl(baseUrl: string): string {
  return `${baseUrl}/.well-known/oauth-protected-resource${MCP_PATH}`;
}

function protectedResource(baseUrl: string): object {
  return {
    resource: `${baseUrl}${MCP_PATH}`,
    authorization_servers: [baseUrl],
    scopes_supported: OAUTH_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Milepost',
  };
}

function authorizationServer(issuer: string, { hasDocuments }: OAuthMode): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: OAUTH_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: hasDocuments,
  };
}
