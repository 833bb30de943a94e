import type { NewEvent, Severity } from '../../backend/model/event.ts';
import { createRandom } from '../../bench/dataset.ts';

export const NOON = Date.UTC(2026, 0, 15, 12);

/** A valid event; name what the test is about. */
export function newEvent(over: Partial<NewEvent> = {}): NewEvent {
  return {
    organization: 'default',
    id: 'event-1',
    type: 'deployment',
    source: 'shop',
    time: NOON,
    timeIsNow: false,
    subject: 'production',
    severity: 'MINOR',
    version: '1.0.0',
    datacontenttype: 'application/json',
    dataschema: null,
    data: { description: 'as planned' },
    extensions: {},
    createdAt: NOON + 1000,
    ...over,
  };
}

/** `count` events that differ in id and are a minute apart. */
export function newEvents(count: number, over: Partial<NewEvent> = {}): NewEvent[] {
  return Array.from({ length: count }, (_, index) =>
    newEvent({ id: `event-${index}`, time: NOON + index * 60_000, ...over }),
  );
}

export interface Vocabulary {
  readonly type: readonly string[];
  readonly source: readonly string[];
  readonly subject: readonly (string | null)[];
  readonly severity: readonly (Severity | null)[];
  readonly version: readonly (string | null)[];
}

/** Few common values and some rare ones, in several scripts and cases. */
export const VOCABULARY: Vocabulary = {
  type: ['deployment', 'Rollback', 'incident', 'Änderung', 'cert-rotation', 'straße'],
  source: ['shop', 'SHOP-api', '//github.com/acme/billing', 'ΟΔΟΣ', '倉庫', "o'brien", '100%_safe'],
  subject: ['production', 'staging', null, 'test"quote'],
  severity: ['LOW', 'MINOR', 'MAJOR', 'CRITICAL', null],
  version: ['1.0.0', '1.0.1', 'v2', null, 'Ünïcode-7', '2026.01.15-abcdef', '😀'],
};

/** Events whose labels, times (with ties) and order are random but the same in every run. */
export function randomEvents(count: number, seed = 1, organization = 'default'): NewEvent[] {
  const random = createRandom(seed);
  // Cubed: the first values of each list are common, the last ones rare.
  const pick = <T>(values: readonly T[]): T =>
    values[Math.floor(random() ** 3 * values.length)] as T;
  return Array.from({ length: count }, (_, index) =>
    newEvent({
      organization,
      id: `random-${seed}-${index}`,
      type: pick(VOCABULARY.type),
      source: pick(VOCABULARY.source),
      subject: pick(VOCABULARY.subject),
      severity: pick(VOCABULARY.severity),
      version: random() < 0.2 ? `build-${index}` : pick(VOCABULARY.version),
      time: NOON + Math.floor(random() * count) * 40_000,
      createdAt: NOON + index,
    }),
  );
}
