import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { invalidField, MilepostError, notFound, unauthorized } from '../errors.ts';
import type { Actor, AuditTarget } from '../model/audit.ts';
import { isAtMost } from '../model/event-data.ts';
import type { Integration } from '../model/integration.ts';
import type { IntegrationRecord, IntegrationStore } from '../store/metric-port.ts';
import type { OrganizationStore } from '../store/port.ts';
import type { Audit } from './audit.ts';
import type { Seal } from './seal.ts';

const NAME_LIMIT = 100;
const SECRET_BYTES = 32;
/** How far the time of a signature may be from ours, s. */
const WINDOW_SECONDS = 300;
/** Signatures that are compared: while a secret is changed a sender may give two. */
const MAX_SIGNATURES = 5;

/** What a request says of its signature. */
export interface SignedRequest {
  /** The id of the integration. */
  readonly id: string;
  /** `t=<unix seconds>,v1=<hex>`. */
  readonly signature: string;
  readonly body: Buffer;
}

export interface Integrations {
  /** The secret is shown this once. Rejects unknown organizations and names that are too long. */
  create(wanted: {
    readonly organization: string;
    readonly name: string;
    readonly actor: Actor;
  }): Promise<{ readonly secret: string; readonly integration: Integration }>;
  list(organization: string): Promise<readonly Integration[]>;
  /** Takes effect at once on every node. Rejects unknown ids; revoked ones stay as they are. */
  revoke(organization: string, id: string, actor: Actor): Promise<void>;
  /** The integration whose secret signed the request. Rejects with UNAUTHORIZED, saying why. */
  verify(request: SignedRequest): Promise<Integration>;
}

export interface IntegrationsDependencies {
  readonly integrations: IntegrationStore;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly audit: Pick<Audit, 'change'>;
  /** Called when a secret is needed first; may throw what the caller has to configure. */
  readonly seal: () => Seal;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

/** Senders that sign with a secret of their own, where a bearer cannot be sent. */
export function createIntegrations(dependencies: IntegrationsDependencies): Integrations {
  const { integrations, organizations, audit, seal, clock, newId } = dependencies;

  const secretOf = ({ sealed, id }: IntegrationRecord): string => {
    try {
      return seal().open(sealed, id);
    } catch (error) {
      if (error instanceof MilepostError) throw error;
      const message =
        'the secret of the integration cannot be decrypted: SECRET_KEY is not the one that it was made with';
      throw new MilepostError('UNAVAILABLE', message, { cause: error });
    }
  };

  return {
    create: async ({ organization, name, actor }) => {
      if (name.trim() === '' || !isAtMost(name, NAME_LIMIT)) {
        throw invalidField('name', `must have 1 to ${NAME_LIMIT} characters`);
      }
      if ((await organizations.find(organization)) === null) {
        throw notFound(`organization: there is no organization ${organization}`);
      }
      const secret = `mps_${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const id = newId();
      const integration = {
        id,
        organization,
        name,
        createdBy: actor.name,
        createdAt: clock(),
        revokedAt: null,
      };
      const sealed = seal().seal(secret, id);
      const target = targetOf(integration);
      const deed = { organization, actor, action: 'integration.created', target } as const;
      await audit.change(deed, () => integrations.insert({ ...integration, sealed }));
      return { secret, integration };
    },
    list: async (organization) => (await integrations.list(organization)).map(withoutSecret),
    revoke: async (organization, id, actor) => {
      const found = await integrations.find(id);
      if (found === null || found.organization !== organization) {
        throw notFound(`id: there is no integration ${id}`);
      }
      if (found.revokedAt !== null) return;
      const target = targetOf(found);
      const deed = { organization, actor, action: 'integration.revoked', target } as const;
      await audit.change(deed, () => integrations.revoke(organization, id, clock()));
    },
    verify: async ({ id, signature, body }) => {
      const { time, signatures } = readSignature(signature);
      if (Math.abs(clock() / 1000 - time) > WINDOW_SECONDS) {
        throw unauthorized(
          `the signature is more than ${WINDOW_SECONDS} s away from the time of the server, check the clock and sign each request anew`,
        );
      }
      const record = await integrations.find(id);
      // Without a record too: how long the answer takes must not tell which ids there are.
      const secret = record === null ? '' : secretOf(record);
      const wanted = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
      const isSigned = signatures.filter((one) => timingSafeEqual(one, wanted)).length > 0;
      if (record === null || !isSigned) {
        throw unauthorized(
          'the signature does not fit: X-Milepost-Integration and the secret must belong together, and v1 be the HMAC-SHA256 of "<t>.<body>" in hexadecimal',
        );
      }
      if (record.revokedAt !== null) throw unauthorized('the integration was revoked');
      return withoutSecret(record);
    },
  };
}

function targetOf({ id, name }: Integration): AuditTarget {
  return { kind: 'integration', id, name };
}

function withoutSecret({ sealed: _, ...integration }: IntegrationRecord): Integration {
  return integration;
}

function readSignature(header: string) {
  const parts = header.split(',').map((part) => part.trim());
  const [, time] = /^t=(\d{1,12})$/.exec(parts.find((part) => part.startsWith('t=')) ?? '') ?? [];
  const signatures = parts.flatMap((part) => {
    const [, hex] = /^v1=([0-9a-f]{64})$/i.exec(part) ?? [];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
  if (time === undefined || signatures.length === 0 || signatures.length > MAX_SIGNATURES) {
    throw unauthorized(
      'X-Milepost-Signature is malformed, send t=<seconds since 1970>,v1=<64 hexadecimal digits>',
    );
  }
  return { time: Number(time), signatures };
}
