/** What went wrong and what went well: planned, so that there is a truth to compare verdicts with. */

export interface Effect {
  readonly source: string;
  readonly metric: string;
  /** ms since the Unix epoch. */
  readonly from: number;
  readonly to: number;
  /** By which values are multiplied meanwhile. */
  readonly factor: number;
}

type Factors = Readonly<Record<string, number>>;

/** A version that did harm in production. */
export interface Trouble {
  readonly system: string;
  /** About when; the nearest release is taken. */
  readonly daysAgo: number;
  readonly factors: Factors;
  readonly minutes: number;
  readonly end: 'rollback' | 'repair';
  /** Absent where nobody was paged. */
  readonly incident?: { readonly severity: 'MAJOR' | 'CRITICAL'; readonly text: string };
  readonly repair: string;
}

export const TROUBLES: readonly Trouble[] = [
  {
    system: 'payments-api',
    daysAgo: 0.14,
    factors: { error_rate: 9, request_latency: 1.5 },
    minutes: 72,
    end: 'rollback',
    incident: {
      severity: 'CRITICAL',
      text: 'Captures fail: customers see “payment failed” and try again',
    },
    repair: 'captures time out at the new acquirer',
  },
  {
    system: 'checkout-web',
    daysAgo: 9,
    factors: { error_rate: 4, conversion_rate: 0.72 },
    minutes: 96,
    end: 'rollback',
    incident: { severity: 'CRITICAL', text: 'The address step cannot be left on Safari' },
    repair: 'the form does not submit on Safari',
  },
  {
    system: 'search-indexer',
    daysAgo: 17,
    factors: { request_latency: 1.7 },
    minutes: 19 * 60,
    end: 'repair',
    repair: 'Read the synonyms once, and not for each query',
  },
  {
    system: 'identity',
    daysAgo: 26,
    factors: { error_rate: 6 },
    minutes: 83,
    end: 'rollback',
    incident: { severity: 'MAJOR', text: 'Sign-in fails for accounts without a phone number' },
    repair: 'accounts without a phone number cannot sign in',
  },
  {
    system: 'catalog-api',
    daysAgo: 38,
    factors: { request_latency: 1.55 },
    minutes: 160,
    end: 'rollback',
    incident: { severity: 'MAJOR', text: 'Category pages take over a second' },
    repair: 'the read replica is three times slower without its index',
  },
  {
    system: 'mobile-gateway',
    daysAgo: 47,
    factors: { error_rate: 5 },
    minutes: 105,
    end: 'rollback',
    incident: { severity: 'MAJOR', text: 'Apps older than 6.2 get an error on start' },
    repair: 'old apps still ask for v1 sessions',
  },
  {
    system: 'warehouse-sync',
    daysAgo: 58,
    factors: { error_rate: 3.5 },
    minutes: 5 * 60,
    end: 'repair',
    incident: { severity: 'MAJOR', text: 'Deliveries of Rotterdam are not counted' },
    repair: 'Count deliveries without a shelf',
  },
  {
    system: 'recommendations',
    daysAgo: 66,
    factors: { request_latency: 1.5 },
    minutes: 26 * 60,
    end: 'repair',
    repair: 'Load embeddings before the first request',
  },
  {
    system: 'notifications',
    daysAgo: 79,
    factors: { error_rate: 4 },
    minutes: 130,
    end: 'rollback',
    incident: { severity: 'MAJOR', text: 'Text messages are sent twice' },
    repair: 'the second provider confirms twice',
  },
];

/** Versions that made things better, for good. */
export const IMPROVEMENTS: readonly Pick<Trouble, 'system' | 'daysAgo' | 'factors'>[] = [
  { system: 'catalog-api', daysAgo: 22, factors: { request_latency: 0.68 } },
  { system: 'invoicing', daysAgo: 51, factors: { request_latency: 0.74, error_rate: 0.5 } },
];

/** What no change of ours did: nobody may be accused of it. At night or at a weekend, in UTC. */
export interface Outside {
  readonly daysAgo: number;
  readonly weekday: 0 | 6 | null;
  readonly hour: number;
  readonly minutes: number;
  readonly systems: readonly string[];
  readonly factors: Factors;
  readonly incident: {
    readonly system: string;
    readonly text: string;
    readonly end: string;
  } | null;
}

export const OUTSIDE: readonly Outside[] = [
  {
    daysAgo: 12,
    weekday: null,
    hour: 2,
    minutes: 47,
    systems: ['edge-cdn', 'checkout-web', 'mobile-gateway'],
    factors: { request_latency: 2.1 },
    incident: {
      system: 'edge-cdn',
      text: 'The whole site is slow in Iberia',
      end: 'The provider says: power was lost in Madrid',
    },
  },
  {
    daysAgo: 33,
    weekday: 6,
    hour: 19,
    minutes: 38,
    systems: ['payments-api'],
    factors: { error_rate: 11 },
    incident: {
      system: 'payments-api',
      text: 'Card payments of one acquirer fail',
      end: 'The acquirer is back; nothing of ours changed',
    },
  },
  {
    daysAgo: 54,
    weekday: 6,
    hour: 5,
    minutes: 40 * 60,
    systems: ['checkout-web', 'catalog-api', 'edge-cdn', 'mobile-gateway', 'search-indexer'],
    factors: { throughput: 1.7 },
    incident: null,
  },
];
