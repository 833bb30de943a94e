/** A little goes on while one looks: events now and then, and samples. */

import type { Client } from './client.ts';
import { SYSTEMS, sourceOf } from './company.ts';
import type { Random } from './random.ts';
import { SAMPLE_MS, SERIES, samplesOf } from './samples.ts';
import { type DemoEvent, eventOf } from './story-events.ts';
import type { Effect } from './troubles.ts';

const [FIRST, ...OTHERS] = SYSTEMS;

/** Something harmless that happens now. `number` tells it from the others. */
export function happening(random: Random, now: number, number: number): DemoEvent {
  if (FIRST === undefined) throw new Error('a company without systems');
  const system = random.pick([FIRST, ...OTHERS]);
  const common = { source: sourceOf(system.name), at: now, severity: 'LOW' } as const;
  const [major, minor] = system.version;
  if (random.chance(0.7)) {
    return eventOf({
      ...{ ...common, id: `live-${number}`, type: 'deployment' },
      subject: random.pick(['development', 'testing']),
      version: `${major}.${minor + 40}.${number}`,
      description: random.pick(system.changes),
      data: { status: 'success', ci: { provider: 'github', actor: random.pick(system.people) } },
    });
  }
  return eventOf({
    ...{ ...common, id: `live-${number}`, type: 'scaling', subject: 'production' },
    description: `${4 + (number % 3)} → ${5 + (number % 3)} instances`,
  });
}

/** The samples of all series since a time; nothing where none is due. */
export async function sendDue(
  client: Client,
  effects: readonly Effect[],
  { from, to, seed }: { readonly from: number; readonly to: number; readonly seed: number },
): Promise<void> {
  if (to - from < SAMPLE_MS) return;
  const samples = SERIES.flatMap((series) => [...samplesOf(series, effects, { from, to, seed })]);
  await client.post('/api/v1/metrics/webhook', JSON.stringify({ samples }));
}
