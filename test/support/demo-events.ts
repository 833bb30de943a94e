/** A fortnight at a believable company: twelve systems, four environments, and people at work. */
import type { EventInput, Severity } from '../../backend/model/event.ts';

const ORGANIZATION = '//github.com/northwind';
const MINUTE_MS = 60_000;

type Environment = 'production' | 'staging' | 'testing' | 'development';

interface Entry {
  readonly minutesAgo: number;
  readonly type: string;
  readonly system: string;
  readonly environment: Environment;
  readonly severity: Severity;
  readonly version?: string;
  readonly description: string;
  readonly data?: EventInput['data'];
}

/** Hours ago in production, system, version, what it brought, who did it, pull request. */
type Release = readonly [number, string, string, string, string, number];

const RELEASES: readonly Release[] = [
  [0.3, 'checkout-web', '8.41.0', 'Show delivery dates before the address step', 'mara', 2114],
  [1.4, 'payments-api', '4.12.1', 'Retry declined captures once, with the same key', 'tomasz', 981],
  [3.2, 'search-indexer', '2.9.0', 'Index synonyms per market', 'ines', 377],
  [4.6, 'catalog-api', '5.3.2', 'Cache price lists for 30 s', 'yuki', 1240],
  [5.8, 'identity', '3.20.0', 'Passkeys for staff accounts', 'oliver', 655],
  [8.1, 'payments-api', '4.12.0', 'Move captures to the new acquirer', 'tomasz', 976],
  [21.5, 'mobile-gateway', '1.77.0', 'Drop the v1 session endpoints', 'amara', 508],
  [23, 'notifications', '6.2.4', 'Quiet hours follow the recipient’s time zone', 'jonas', 412],
  [25.2, 'warehouse-sync', '0.48.1', 'Accept partial deliveries', 'priya', 233],
  [27.9, 'checkout-web', '8.40.2', 'Fix the voucher field on small screens', 'mara', 2107],
  [30.4, 'fraud-scoring', '12.1.0', 'Model of November, threshold unchanged', 'lena', 190],
  [46.8, 'catalog-api', '5.3.1', 'Read replicas for category pages', 'yuki', 1236],
  [49.1, 'recommendations', '3.0.0', 'Session based ranking', 'ines', 361],
  [52, 'invoicing', '2.15.0', 'E-invoices for Italy', 'priya', 745],
  [70.6, 'identity', '3.19.3', 'Shorter sessions for shared devices', 'oliver', 641],
  [73.4, 'payments-api', '4.11.3', 'Log the acquirer’s trace id', 'tomasz', 969],
  [76.2, 'search-indexer', '2.8.7', 'Half the memory while reindexing', 'ines', 370],
  [94.9, 'mobile-gateway', '1.76.2', 'Compress lists over 4 kB', 'amara', 499],
  [99.5, 'notifications', '6.2.3', 'Unsubscribe in one click', 'jonas', 407],
  [118, 'checkout-web', '8.40.0', 'Guest checkout for gift cards', 'mara', 2098],
  [121.7, 'fraud-scoring', '12.0.4', 'Explain a score in one sentence', 'lena', 184],
  [143, 'warehouse-sync', '0.48.0', 'Second warehouse in Rotterdam', 'priya', 229],
  [146.3, 'invoicing', '2.14.6', 'Rounding of mixed tax rates', 'priya', 738],
  [166, 'catalog-api', '5.3.0', 'Variants as their own resource', 'yuki', 1221],
];

const ENTRIES: readonly Entry[] = [
  {
    minutesAgo: 2,
    type: 'scaling',
    system: 'checkout-web',
    environment: 'production',
    severity: 'LOW',
    description: '12 → 18 instances, evening peak',
    data: { from: 12, to: 18, trigger: 'cpu over 70 % for 3 min' },
  },
  {
    minutesAgo: 6,
    type: 'incident-resolved',
    system: 'payments-api',
    environment: 'production',
    severity: 'MAJOR',
    description: 'Captures succeed again, backlog of 312 payments is cleared',
    data: {
      incident: 'INC-482',
      duration: '41 min',
      report: 'https://status.northwind.example/INC-482',
    },
  },
  {
    minutesAgo: 29,
    type: 'rollback',
    system: 'payments-api',
    environment: 'production',
    severity: 'MAJOR',
    version: '4.11.3',
    description: 'Back from 4.12.1: captures time out at the new acquirer',
    data: {
      replaces: '4.12.1',
      actor: 'tomasz',
      run: 'https://github.com/northwind/payments-api/actions/runs/70441',
      checks: { health: 'ok', smoke: 'ok', canary: { errorRate: 0.0004, p95: '180 ms' } },
    },
  },
  {
    minutesAgo: 47,
    type: 'incident',
    system: 'payments-api',
    environment: 'production',
    severity: 'CRITICAL',
    description: 'Error rate of captures over 8 %, customers see “payment failed”',
    data: {
      incident: 'INC-482',
      pagedPerson: 'tomasz',
      board: 'https://grafana.northwind.example/d/payments?from=now-1h',
      affected: ['DE', 'NL', 'AT'],
    },
  },
  {
    minutesAgo: 64,
    type: 'config-change',
    system: 'fraud-scoring',
    environment: 'production',
    severity: 'MINOR',
    description: 'Threshold for manual review from 0.82 to 0.85',
    data: { before: 0.82, after: 0.85, ticket: 'https://jira.northwind.example/RISK-311' },
  },
  {
    minutesAgo: 105,
    type: 'cache-purge',
    system: 'edge-cdn',
    environment: 'production',
    severity: 'LOW',
    description: 'Product images after the re-encoding',
  },
  {
    minutesAgo: 160,
    type: 'db-migration',
    system: 'catalog-api',
    environment: 'staging',
    severity: 'MAJOR',
    version: '0142',
    description: 'Split price_list into one table per market, 41 M rows',
    data: { rows: 41_200_000, duration: '11 min 20 s', reversible: true },
  },
  {
    minutesAgo: 215,
    type: 'cert-rotation',
    system: 'edge-cdn',
    environment: 'production',
    severity: 'LOW',
    description: '*.northwind.example, valid until 19 February',
  },
  {
    minutesAgo: 330,
    type: 'content-publish',
    system: 'checkout-web',
    environment: 'production',
    severity: 'LOW',
    description: 'Terms and conditions of winter 2026',
  },
  {
    minutesAgo: 412,
    type: 'config-change',
    system: 'identity',
    environment: 'staging',
    severity: 'LOW',
    description: 'Passkeys on for 100 % of staff',
  },
  {
    minutesAgo: 600,
    type: 'data-load',
    system: 'recommendations',
    environment: 'production',
    severity: 'MINOR',
    version: '2026-11-20',
    description: 'Nightly training set, 18.4 M sessions',
  },
  {
    minutesAgo: 735,
    type: 'maintenance',
    system: 'warehouse-sync',
    environment: 'production',
    severity: 'MINOR',
    description: 'Planned: the ERP is read-only until 06:00',
  },
  {
    minutesAgo: 1510,
    type: 'incident',
    system: 'search-indexer',
    environment: 'production',
    severity: 'MAJOR',
    description: 'Index 40 min behind, queue grows',
    data: { incident: 'INC-481', board: 'https://grafana.northwind.example/d/search' },
  },
  {
    minutesAgo: 1466,
    type: 'scaling',
    system: 'search-indexer',
    environment: 'production',
    severity: 'MINOR',
    description: '4 → 9 workers by hand',
  },
  {
    minutesAgo: 2890,
    type: 'db-migration',
    system: 'invoicing',
    environment: 'production',
    severity: 'MAJOR',
    version: '0088',
    description: 'Add tax_scheme, backfill 2.1 M invoices',
  },
  {
    minutesAgo: 3170,
    type: 'rollback',
    system: 'recommendations',
    environment: 'staging',
    severity: 'MINOR',
    version: '2.9.4',
    description: 'Ranking service does not start without the feature store',
  },
  {
    minutesAgo: 4330,
    type: 'config-change',
    system: 'mobile-gateway',
    environment: 'production',
    severity: 'LOW',
    description: 'Rate limit for anonymous callers: 30 a minute',
  },
  {
    minutesAgo: 5750,
    type: 'incident',
    system: 'edge-cdn',
    environment: 'production',
    severity: 'CRITICAL',
    description: 'Whole site slow in Iberia: provider PoP Madrid is down',
    data: { incident: 'INC-480', provider: 'https://status.cdn.example/incidents/9fk2' },
  },
  {
    minutesAgo: 7260,
    type: 'cert-rotation',
    system: 'identity',
    environment: 'production',
    severity: 'LOW',
    description: 'Signing key of access tokens, old one valid for 24 h',
  },
  {
    minutesAgo: 8700,
    type: 'maintenance',
    system: 'edge-cdn',
    environment: 'staging',
    severity: 'LOW',
    description: 'Moved to the new account',
  },
];

/** Newest first. `now` in ms. */
export function demoEvents(now: number): EventInput[] {
  const entries = [...ENTRIES, ...RELEASES.flatMap(toDeployments)];
  return entries
    .toSorted((one, other) => one.minutesAgo - other.minutesAgo)
    .map((entry, index) => ({
      specversion: '1.0',
      id: `demo-${index}`,
      type: entry.type,
      source: entry.system === 'edge-cdn' ? 'edge-cdn' : `${ORGANIZATION}/${entry.system}`,
      time: new Date(now - Math.round(entry.minutesAgo * MINUTE_MS)).toISOString(),
      subject: entry.environment,
      severity: entry.severity,
      ...(entry.version === undefined ? {} : { version: entry.version }),
      data: { description: entry.description, ...entry.data },
    }));
}

/** A release goes through every environment on its way. */
function toDeployments([hoursAgo, system, version, description, actor, pull]: Release): Entry[] {
  const repository = `https://github.com/northwind/${system}`;
  const stops: readonly (readonly [Environment, number, Severity])[] = [
    ['production', 0, 'MINOR'],
    ['staging', 38, 'LOW'],
    ['testing', 55, 'LOW'],
    ['development', 71, 'LOW'],
  ];
  return stops.map(([environment, earlier, severity]) => ({
    minutesAgo: hoursAgo * 60 + earlier + (pull % 7),
    type: 'deployment',
    system,
    environment,
    severity,
    version,
    description,
    data: {
      actor,
      status: 'success',
      pullRequest: `${repository}/pull/${pull}`,
      run: `${repository}/actions/runs/${70_000 + pull}`,
      duration: `${2 + (pull % 5)} min`,
    },
  }));
}
