/** What happens besides releases: most events of a timeline are nobody's fault. */
import { repositoryOf, SYSTEMS, sourceOf } from './company.ts';
import type { Random } from './random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, workingTime } from './releases.ts';
import { type DemoEvent, eventOf } from './story-events.ts';

interface Period {
  readonly from: number;
  readonly to: number;
}

/** Events of every day from one time to another, in no order. */
export function* dailyLife(random: Random, { from, to }: Period): Generator<DemoEvent> {
  const firstDay = Math.ceil(from / DAY_MS) * DAY_MS;
  for (let day = firstDay; day <= to; day += DAY_MS) {
    const number = Math.round((day - firstDay) / DAY_MS);
    const events = [
      ...nightly(day, number),
      ...evening(random, day, number),
      ...people(random, day),
    ];
    yield* events.filter(({ time }) => Date.parse(time) <= to);
  }
}

const date = (day: number): string => new Date(day).toISOString().slice(0, 10);

function* nightly(day: number, number: number): Generator<DemoEvent> {
  yield eventOf({
    id: `data-load-${date(day)}`,
    type: 'data-load',
    source: sourceOf('recommendations'),
    at: day + 3 * HOUR_MS + 12 * MINUTE_MS,
    subject: 'production',
    severity: 'LOW',
    version: date(day),
    description: 'Nightly training set',
    data: { sessions: 17_900_000 + number * 4310, durationMs: 2_940_000 },
  });
  if (number % 30 === 11) {
    yield eventOf({
      id: `cert-rotation-${date(day)}`,
      type: 'cert-rotation',
      source: sourceOf('edge-cdn'),
      at: day + 4 * HOUR_MS,
      subject: 'production',
      severity: 'LOW',
      description: '*.northwind.example, valid for 90 days',
    });
  }
  if (number % 7 === 3) yield* securityPatches(day);
}

/** New base images everywhere within minutes: what a timeline should fold into one line. */
function* securityPatches(day: number): Generator<DemoEvent> {
  for (const [index, { name }] of SYSTEMS.entries()) {
    yield eventOf({
      id: `security-patch-${name}-${date(day)}`,
      type: 'security-patch',
      source: sourceOf(name),
      at: day + 5 * HOUR_MS + index * 4000,
      subject: 'staging',
      severity: 'LOW',
      description: 'Base image of the week',
      data: { image: `registry.northwind.example/base:${date(day)}`, actor: 'renovate' },
    });
  }
}

/** The shop scales itself when people come home, and back at night. */
function* evening(random: Random, day: number, number: number): Generator<DemoEvent> {
  const start = day + 17.5 * HOUR_MS + random.between(0, 60) * MINUTE_MS;
  for (let step = 0; step < 6; step += 1) {
    const [before, after] = [8 + step * 2, 10 + step * 2];
    yield eventOf({
      id: `scaling-${number}-${step}`,
      type: 'scaling',
      source: sourceOf('checkout-web'),
      at: start + step * 9000,
      subject: 'production',
      severity: 'LOW',
      description: `${before} → ${after} instances, evening peak`,
      data: { before, after, trigger: 'processor over 70 % for 3 min' },
    });
  }
}

const FLAGS = [
  'new-basket',
  'express-delivery',
  'wallet-buttons',
  'dark-catalogue',
  'reviews-first',
] as const;
type Setting = readonly [system: string, what: string, usual: number];

const CONFIGURATION: readonly [Setting, ...Setting[]] = [
  ['fraud-scoring', 'Threshold for manual review', 0.82],
  ['mobile-gateway', 'Requests a minute of anonymous callers', 30],
  ['payments-api', 'Attempts of a capture', 3],
  ['catalog-api', 'Seconds that a price list is kept', 30],
  ['notifications', 'Messages a day to one person', 5],
];

function* people(random: Random, day: number): Generator<DemoEvent> {
  if (random.chance(0.45)) yield flag(random, day);
  if (random.chance(0.4)) yield configuration(random, day);
}

function flag(random: Random, day: number): DemoEvent {
  const [name, share] = [random.pick(FLAGS), random.pick([0, 5, 25, 50, 100])];
  const environment = random.chance(0.5) ? 'production' : 'staging';
  return eventOf({
    id: `flag-${name}-${date(day)}`,
    type: 'feature-flag',
    source: sourceOf('checkout-web'),
    at: workingTime(day + random.between(9, 15) * HOUR_MS, random),
    subject: environment,
    severity: 'LOW',
    version: `${share} %`,
    description: `${name} for ${share} % of visitors`,
    data: { flag: name, share, actor: 'mara' },
  });
}

function configuration(random: Random, day: number): DemoEvent {
  const [system, what, usual] = random.pick(CONFIGURATION);
  const after = Number((usual * random.between(0.8, 1.3)).toPrecision(2));
  return eventOf({
    id: `config-${system}-${date(day)}`,
    type: 'config-change',
    source: sourceOf(system),
    at: workingTime(day + random.between(8, 15) * HOUR_MS, random),
    subject: random.chance(0.5) ? 'production' : 'staging',
    severity: 'MINOR',
    description: `${what}: ${after}`,
    data: {
      before: usual,
      after,
      review: `${repositoryOf(system)}/pull/${Math.floor(after * 100)}`,
    },
  });
}
