/** A believable company's timeline, the same for every run: about 1,000 events a day. */
import type { NewEvent, Severity } from '../backend/model/event.ts';

const SYSTEMS = 100;
const ENVIRONMENTS = ['production', 'staging', 'testing', 'development'] as const;
const MINUTE_MS = 60_000;
/** 1,000 events a day. */
const SPACING_MS = 86_400;

interface Kind {
  readonly type: string;
  readonly weight: number;
  readonly severity: Severity;
}

const KINDS: readonly Kind[] = [
  { type: 'deployment', weight: 60, severity: 'MINOR' },
  { type: 'config-change', weight: 15, severity: 'LOW' },
  { type: 'scaling', weight: 12, severity: 'LOW' },
  { type: 'db-migration', weight: 5, severity: 'MAJOR' },
  { type: 'rollback', weight: 3, severity: 'MAJOR' },
  { type: 'release', weight: 3, severity: 'MINOR' },
  { type: 'incident', weight: 1, severity: 'CRITICAL' },
  { type: 'cert-rotation', weight: 1, severity: 'LOW' },
];
const COMBINATIONS = Array.from({ length: SYSTEMS }, (_, system) =>
  KINDS.flatMap((kind) => ENVIRONMENTS.map((subject) => ({ system, kind, subject }))),
).flat();
const TOTAL_WEIGHT = KINDS.reduce((sum, kind) => sum + kind.weight, 0);

/** A small generator of pseudo-random numbers below 1 (mulberry32), so that runs can be compared. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * `count` events that end at `end` (ms), oldest first. They begin with one event of every
 * combination of labels, so that a longer history has more events and versions and nothing else.
 */
export function* generateEvents(
  count: number,
  end: number,
  organization = 'default',
): Generator<NewEvent> {
  const random = createRandom(1);
  const builds = new Array<number>(SYSTEMS).fill(0);
  for (let index = 0; index < count; index += 1) {
    const label = COMBINATIONS[index] ?? {
      system: Math.floor(random() ** 2 * SYSTEMS),
      kind: pickKind(random()),
      subject: ENVIRONMENTS[Math.floor(random() ** 1.5 * ENVIRONMENTS.length)] ?? null,
    };
    const { system, kind, subject } = label;
    if (kind.type === 'deployment') builds[system] = (builds[system] ?? 0) + 1;
    const build = builds[system] ?? 0;
    const time = end - (count - index) * SPACING_MS + Math.floor(random() * MINUTE_MS);
    yield {
      organization,
      id: `evt-${index}-${Math.floor(random() * 1e9).toString(36)}`,
      type: kind.type,
      source: `//github.com/acme/service-${system}`,
      time,
      timeIsNow: false,
      subject,
      severity: kind.severity,
      version: kind.type === 'scaling' ? null : `${system}.${Math.floor(build / 10)}.${build % 10}`,
      datacontenttype: 'application/json',
      dataschema: null,
      data: {
        description: `${kind.type} of service-${system} by the pipeline`,
        actor: `user-${Math.floor(random() * 50)}`,
        run: `https://ci.example.com/acme/service-${system}/runs/${index}`,
        commit: Math.floor(random() * 2 ** 32).toString(16),
        status: random() < 0.97 ? 'success' : 'failure',
      },
      extensions: {},
      createdAt: time + 1000,
    };
  }
}

function pickKind(random: number): Kind {
  let left = random * TOTAL_WEIGHT;
  for (const kind of KINDS) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  throw new Error('random() must be below 1');
}
