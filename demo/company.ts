/** A company that could be any: its systems, the people who change them, and what they change. */

export const ENVIRONMENTS = ['development', 'testing', 'staging', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export interface System {
  readonly name: string;
  readonly people: readonly [string, ...string[]];
  /** Days between two releases, on average. */
  readonly pace: number;
  /** Major and minor version with which the story begins. */
  readonly version: readonly [number, number];
  /** Requests a second on a weekday at noon. */
  readonly traffic: number;
  /** 95th percentile, ms. */
  readonly latency: number;
  /** Share of requests that fail on a good day. */
  readonly errors: number;
  readonly changes: readonly [string, ...string[]];
}

export const SYSTEMS: readonly System[] = [
  {
    name: 'checkout-web',
    people: ['mara', 'jonas'],
    pace: 2.4,
    version: [8, 31],
    traffic: 210,
    latency: 190,
    errors: 0.0021,
    changes: [
      'Show delivery dates before the address step',
      'Fix the voucher field on small screens',
      'Guest checkout for gift cards',
      'Remember the last payment method',
      'Fewer requests on the overview page',
      'Warn when the basket changed in another tab',
      'Wallet buttons above the form',
      'Explain why a card was declined',
    ],
  },
  {
    name: 'payments-api',
    people: ['tomasz', 'lena'],
    pace: 3.1,
    version: [4, 6],
    traffic: 85,
    latency: 240,
    errors: 0.0016,
    changes: [
      'Retry declined captures once, with the same key',
      'Move captures to the new acquirer',
      'Log the acquirer’s trace id',
      'Refunds in parts',
      'Shorter time-out towards the vault',
      'Webhooks signed with the new secret',
      'Amounts as integers all the way down',
    ],
  },
  {
    name: 'catalog-api',
    people: ['yuki', 'amara'],
    pace: 2.8,
    version: [5, 0],
    traffic: 640,
    latency: 95,
    errors: 0.0009,
    changes: [
      'Cache price lists for 30 s',
      'Read replicas for category pages',
      'Variants as their own resource',
      'Sort by availability first',
      'Drop the deprecated price fields',
      'Images by size and format',
      'Validate bundles when they are saved',
    ],
  },
  {
    name: 'search-indexer',
    people: ['ines', 'yuki'],
    pace: 3.6,
    version: [2, 4],
    traffic: 150,
    latency: 130,
    errors: 0.0012,
    changes: [
      'Index synonyms per market',
      'Half the memory while reindexing',
      'Typos in brand names',
      'Boost what is in stock',
      'Smaller segments at night',
      'Filters as bitmaps',
    ],
  },
  {
    name: 'identity',
    people: ['oliver', 'sofia'],
    pace: 4.2,
    version: [3, 14],
    traffic: 120,
    latency: 70,
    errors: 0.0007,
    changes: [
      'Passkeys for staff accounts',
      'Shorter sessions for shared devices',
      'Rotate signing keys every 30 days',
      'Ask again before an address changes',
      'Limit password guesses by network',
      'Tell people about new devices',
    ],
  },
  {
    name: 'mobile-gateway',
    people: ['amara', 'noor'],
    pace: 3.3,
    version: [1, 70],
    traffic: 410,
    latency: 110,
    errors: 0.0018,
    changes: [
      'Drop the v1 session endpoints',
      'Compress lists over 4 kB',
      'Rate limit for anonymous callers',
      'One request for the home screen',
      'Push tokens by device',
      'Tolerate clocks that are wrong',
    ],
  },
  {
    name: 'notifications',
    people: ['jonas', 'priya'],
    pace: 4.6,
    version: [6, 1],
    traffic: 45,
    latency: 160,
    errors: 0.0025,
    changes: [
      'Quiet hours follow the recipient’s time zone',
      'Unsubscribe in one click',
      'Templates with preview',
      'Group shipping updates of a day',
      'Second provider for text messages',
    ],
  },
  {
    name: 'warehouse-sync',
    people: ['priya', 'tomasz'],
    pace: 5.2,
    version: [0, 44],
    traffic: 22,
    latency: 420,
    errors: 0.0031,
    changes: [
      'Accept partial deliveries',
      'Second warehouse in Rotterdam',
      'Stock by shelf',
      'Retry when the scanner is offline',
      'Count returns on arrival',
    ],
  },
  {
    name: 'fraud-scoring',
    people: ['lena', 'oliver'],
    pace: 6.1,
    version: [11, 8],
    traffic: 60,
    latency: 85,
    errors: 0.0006,
    changes: [
      'New model, threshold unchanged',
      'Explain a score in one sentence',
      'Velocity by device',
      'Score gift cards too',
      'Keep features of 90 days',
    ],
  },
  {
    name: 'recommendations',
    people: ['ines', 'sofia'],
    pace: 5.4,
    version: [2, 7],
    traffic: 260,
    latency: 145,
    errors: 0.0014,
    changes: [
      'Session based ranking',
      'Never show what was returned',
      'Fall back to bestsellers within 80 ms',
      'Embeddings of the autumn catalogue',
      'Diversity on the first row',
    ],
  },
  {
    name: 'invoicing',
    people: ['priya', 'noor'],
    pace: 6.8,
    version: [2, 11],
    traffic: 14,
    latency: 310,
    errors: 0.0011,
    changes: [
      'E-invoices for Italy',
      'Rounding of mixed tax rates',
      'Archive as PDF/A-3',
      'Credit notes by line',
      'Number ranges by branch',
    ],
  },
  {
    name: 'edge-cdn',
    people: ['noor', 'mara'],
    pace: 7.5,
    version: [1, 20],
    traffic: 1900,
    latency: 38,
    errors: 0.0004,
    changes: [
      'Stale pages for 60 s when the origin is down',
      'HTTP/3 for everybody',
      'Product images as AVIF',
      'Purge by tag',
      'Block scrapers at the edge',
    ],
  },
];

const ORGANIZATION = 'northwind';

export function sourceOf(system: string): string {
  return `//github.com/${ORGANIZATION}/${system}`;
}

export function repositoryOf(system: string): string {
  return `https://github.com/${ORGANIZATION}/${system}`;
}

/** What an administrator would write for people and assistants who are new there. */
export const BUSINESS_CONTEXT = `# Northwind

Northwind sells outdoor equipment in twelve European countries.

## How we work

- A version goes through \`development\`, \`testing\` and \`staging\` to \`production\`, at the earliest a day later.
- We deploy to production on working days from 8 to 16 h UTC; on Fridays only repairs.
- Evenings from 18 h UTC and the last week of November are busy: \`checkout-web\` and \`edge-cdn\` scale by themselves.

## What matters

- Money: \`checkout-web\`, \`payments-api\`, \`fraud-scoring\`. An incident there pages at any hour.
- \`conversion_rate\` of \`checkout-web\` is what the company looks at first.
- \`recommendations\` may be down: pages show bestsellers then.
`;
