/** What the tests of pipelines without a key share: an issuer, a Milepost, and trusts between them. */
import type { Trust } from '../../backend/model/trust.ts';
import { createTrusts, type NewTrust, type Trusts } from '../../backend/services/trusts.ts';
import { auditOf, TESTER } from './audit.ts';
import { type Client, createClient } from './http.ts';
import { startIssuer, type TestIssuer, type TestIssuerOptions } from './issuer.ts';
import { startMilepost, type TestMilepost, type TestMilepostOptions } from './milepost.ts';

/** What GitHub says of a job of acme/shop. */
export const GITHUB_CLAIMS = {
  repository: 'acme/shop',
  repository_id: '4711',
  repository_owner_id: '42',
  ref: 'refs/heads/main',
  event_name: 'push',
};

/** What GitLab says of a job of acme/backend/shop. */
export const GITLAB_CLAIMS = {
  project_path: 'acme/backend/shop',
  project_id: '815',
  namespace_id: '42',
  ref: 'main',
  pipeline_source: 'push',
};

export interface TrustWorld {
  readonly milepost: TestMilepost;
  readonly issuer: TestIssuer;
  /** As another process would have them. */
  readonly trusts: Trusts;
  /** Trusts acme/shop of this issuer, unless told otherwise. */
  trust(over?: Partial<NewTrust>): Promise<Trust>;
  /** A token for this Milepost. */
  token(claims?: Readonly<Record<string, unknown>>): Promise<string>;
  /** A client that sends a bearer. */
  as(bearer: string): Client;
  /** A client with a token of its own. */
  job(claims?: Readonly<Record<string, unknown>>): Promise<Client>;
  close(): Promise<void>;
}

export interface TrustWorldOptions extends TestMilepostOptions {
  readonly issuer?: TestIssuerOptions;
}

/** Starts both. Nothing is trusted yet. */
export async function startTrustWorld(options: TrustWorldOptions = {}): Promise<TrustWorld> {
  const { issuer: issuerOptions, ...milepostOptions } = options;
  const { clock = Date.now } = options;
  const issuer = await startIssuer({ claims: GITHUB_CLAIMS, clock, ...issuerOptions });
  const milepost = await startMilepost(milepostOptions);
  const trusts = createTrusts({
    trusts: milepost.store.trusts,
    organizations: milepost.store.organizations,
    audit: auditOf(milepost.store, clock),
    clock,
    newId: () => crypto.randomUUID(),
  });
  const token: TrustWorld['token'] = (claims) => issuer.sign({ aud: milepost.url, ...claims });
  const as = (bearer: string) => createClient(milepost.url, bearer);
  return {
    milepost,
    issuer,
    trusts,
    trust: (over = {}) =>
      trusts.add(
        {
          organization: 'default',
          provider: 'github',
          issuer: issuer.url,
          name: 'acme/shop',
          resourceId: null,
          environment: null,
          createdBy: 'test',
          ...over,
        },
        TESTER,
      ),
    token,
    as,
    job: async (claims) => as(await token(claims)),
    close: async () => {
      await milepost.close();
      await issuer.close();
    },
  };
}

/** Starts before the tests of a `describe` and closes after them. */
export function useTrustWorld(options: TrustWorldOptions = {}): () => TrustWorld {
  let world: TrustWorld | undefined;
  before(async () => {
    world = await startTrustWorld(options);
  });
  after(() => world?.close());
  return () => {
    if (world === undefined) throw new Error('the server runs inside tests only');
    return world;
  };
}
