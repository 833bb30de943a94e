/**
 * A Milepost with a history to look at: `npm run demo [-- --days 90 --seed 1]`.
 *
 * Starts a server of its own in a folder of its own, tells it ninety days of a company, and lets a
 * little go on until Ctrl-C, which removes everything again. `PORT` and the like are those of the server.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createProgress } from '../plugins/commands/progress.ts';
import { createTerminal } from '../plugins/commands/terminal.ts';
import { createClient, sendEvents, sendSamples } from './client.ts';
import { BUSINESS_CONTEXT } from './company.ts';
import { happening, sendDue } from './live.ts';
import { createOwner } from './owner.ts';
import { createRandom } from './random.ts';
import { DAY_MS } from './releases.ts';
import { startServer } from './server.ts';
import { type Story, tellStory } from './story.ts';

/** Before the events, so that each of them has weeks to be compared with. */
const BASELINE_DAYS = 28;
/** Between two things that happen while one looks, ms. */
const PAUSE_MS = 20_000;

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '90' },
    seed: { type: 'string', default: '1' },
  },
});
const days = readNumber('days', values.days, 1, 365);
const seed = readNumber('seed', values.seed, 0, 1_000_000);

const terminal = createTerminal(process.env);
const interrupted = terminal.interrupted();
const progress = createProgress(terminal);
const show = (line: string) => progress.show(() => line);

const server = await startServer({});
try {
  await tell();
} finally {
  progress.clear();
  await server.stop();
}

async function tell(): Promise<void> {
  const now = Date.now();
  const story = tellStory({ now, days, seed });
  const client = createClient(server.url, server.key);
  const password = randomBytes(9).toString('base64url');
  await createOwner(server, { password, context: BUSINESS_CONTEXT });
  await sendEvents(client, story.events, show);
  const { effects } = story;
  const from = now - (days + BASELINE_DAYS) * DAY_MS;
  await sendSamples(client, { effects, from, to: now, seed }, show);
  progress.clear();
  terminal.out(greeting(story, password));
  await goOn(client, effects, now);
}

/** Until Ctrl-C. */
async function goOn(
  client: ReturnType<typeof createClient>,
  effects: Story['effects'],
  start: number,
): Promise<void> {
  const random = createRandom(seed + 1);
  let sampled = start;
  for (let number = 1; !interrupted.aborted; number += 1) {
    await terminal.pause(PAUSE_MS, interrupted);
    if (interrupted.aborted) return;
    const now = Date.now();
    await client.post('/api/v1/events', JSON.stringify(happening(random, now, number)));
    if (now - sampled < 2 * 60_000) continue;
    await sendDue(client, effects, { from: sampled + 1, to: now, seed });
    sampled = now;
  }
}

function greeting({ events, truths }: Story, password: string): string {
  const harm = truths.filter(({ effect }) => effect === 'harm');
  const last = harm.at(-1);
  const look =
    last === undefined
      ? ''
      : `
  Look at     ${server.url}/timeline?event=${encodeURIComponent(last.id)}&eventSource=${encodeURIComponent(last.source)}
              the deployment behind the incident of today`;
  return `
  ${days} days of Northwind: ${events.length} events, ${truths.length} deployments to production, ${harm.length} of which did harm.

  Dashboard   ${server.url}
  Sign in as  demo@example.com, password ${password}
  API key     ${server.key}${look}
  Ask it      claude mcp add --transport http milepost ${server.url}/api/mcp/mcp --header "Authorization: Bearer ${server.key}"

  Something happens every ${PAUSE_MS / 1000} s. Ctrl-C ends it and removes everything.
`;
}

/** Ends the process when it is none. */
function readNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  process.stderr.write(`--${name}: must be a whole number from ${least} to ${most}\n`);
  process.exit(2);
}
