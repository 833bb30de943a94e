import { forbidden } from '../errors.ts';
import { scopeText } from '../model/oauth.ts';
import type { Person } from '../model/person.ts';
import { placeOfRedirect } from '../model/redirect.ts';
import type { ConnectionRecord, ConnectionStore } from '../store/oauth-port.ts';
import { actorOf } from './actors.ts';
import type { Audit } from './audit.ts';
import {
  type AuthorizationRequest,
  type RequestReader,
  readAuthorizationRequest,
  redirectTo,
} from './authorization-request.ts';
import { connectionTarget } from './connections.ts';
import { isVerified } from './oauth-clients.ts';
import { CODE_MS, type OAuthTokens } from './oauth-tokens.ts';

/** What a person is told before they decide. */
export interface ConsentQuestion {
  readonly name: string;
  readonly place: string;
  readonly isVerified: boolean;
  /** Whether it asks to write, and the person could let it. */
  readonly mayWrite: boolean;
}

/** What a person lets a client do; null for nothing. */
export type Decision = 'read' | 'write' | null;

/** The moment at which a person lets an assistant in, or does not. */
export interface Consent {
  /** Rejects with `RefusedRequest`. */
  ask(query: string, me: Person): Promise<ConsentQuestion>;
  /** Where the browser goes with the answer. Rejects with `RefusedRequest`, and with FORBIDDEN. */
  decide(query: string, decision: Decision, organization: string, me: Person): Promise<string>;
}

export interface ConsentDependencies extends RequestReader {
  readonly connections: Pick<ConnectionStore, 'insert'>;
  readonly tokens: Pick<OAuthTokens, 'issueCode'>;
  readonly audit: Pick<Audit, 'change'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createConsent(dependencies: ConsentDependencies): Consent {
  const { connections, tokens, audit, clock, newId, issuer } = dependencies;

  const allow = async (
    { client, redirectUri, challenge }: AuthorizationRequest,
    organization: string,
    me: Person,
    canWrite: boolean,
  ): Promise<string> => {
    const now = clock();
    const connection: ConnectionRecord = {
      id: newId(),
      organization,
      person: me.id,
      clientId: client.id,
      clientName: client.name,
      clientPlace: placeOfRedirect(redirectUri),
      isVerified: isVerified(client, redirectUri),
      canWrite,
      createdAt: now,
      lastUsedAt: null,
      expiresAt: now + CODE_MS,
    };
    const { clientId, clientPlace } = connection;
    const deed = {
      organization,
      actor: actorOf(me),
      target: connectionTarget(connection),
      details: { scope: scopeText(canWrite), client: clientId, to: clientPlace },
    };
    return audit.change({ ...deed, action: 'connection.allowed' }, async () => {
      await connections.insert(connection);
      return tokens.issueCode(connection.id, redirectUri, challenge);
    });
  };

  return {
    ask: async (query, me) => {
      const { client, redirectUri, asksToWrite } = await readAuthorizationRequest(
        query,
        dependencies,
      );
      return {
        name: client.name,
        place: placeOfRedirect(redirectUri),
        isVerified: isVerified(client, redirectUri),
        mayWrite: asksToWrite && me.role !== 'viewer',
      };
    },
    decide: async (query, decision, organization, me) => {
      const request = await readAuthorizationRequest(query, dependencies);
      if (decision === null) {
        const error_description = 'the person did not allow it';
        return redirectTo(request, issuer(), { error: 'access_denied', error_description });
      }
      const canWrite = decision === 'write';
      if (canWrite && !(request.asksToWrite && me.role !== 'viewer')) {
        throw forbidden('scope: you cannot let it write');
      }
      const code = await allow(request, organization, me, canWrite);
      return redirectTo(request, issuer(), { code });
    },
  };
}
