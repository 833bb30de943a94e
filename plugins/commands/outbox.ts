/** What `milepost send` is going to send: one event made here, or those of a file. */
import type { EventInput, JsonObject } from '../../backend/model/event.ts';
import { buildWithPast, isPaired } from '../build-event.ts';
import { type CiContext, type Derived, derived, type Environment } from '../ci/context.ts';
import { readGit } from '../ci/git.ts';
import { detectCi } from '../ci/index.ts';
import { parseObject } from '../ci/payload.ts';
import { type Given, type GivenName, givenBy } from '../given.ts';
import { pastFrom } from '../history.ts';
import { headline, originLines } from '../report.ts';
import type { Target } from '../target.ts';
import { readReplay } from './replay.ts';
import type { SendValues } from './send-options.ts';
import type { World } from './world.ts';

export interface Outbox {
  readonly events: readonly EventInput[];
  readonly timeIsOurs: boolean;
  /** What there is to say about them. */
  readonly lines: readonly string[];
  /** What is wrong; there are no events then. */
  readonly problems: readonly string[];
}

const NOTHING: Outbox = { events: [], timeIsOurs: false, lines: [], problems: [] };

/** `target`: who is asked what ran before; nobody when absent. */
export async function fillOutbox(
  values: SendValues,
  world: World,
  target: Target | undefined,
): Promise<Outbox> {
  return values.replay === undefined ? build(values, world, target) : replay(values.replay, world);
}

async function build(
  values: SendValues,
  world: World,
  target: Target | undefined,
): Promise<Outbox> {
  const data = values.data ? parseObject(values.data) : {};
  const options = {
    context: await readContext(values, world),
    given: toGiven(values, data),
    now: world.delivery.clock(),
    newId: world.newId,
    sourceAdvice: 'give --source',
    isPaired: isPaired(values.status, values['started-at']),
  };
  const built = await buildWithPast(
    options,
    pastFrom(target, {
      userAgent: 'milepost-cli',
      transport: world.delivery.transport,
      git: world.git,
    }),
  );
  const problems = [
    ...(data === undefined ? ['--data: must be a JSON object such as {"ticket": "OPS-1"}'] : []),
    ...(built.kind === 'wrong' ? built.problems : []),
  ];
  if (built.kind === 'wrong' || problems.length > 0) return { ...NOTHING, problems };
  const { event, origins, timeIsOurs } = built;
  const lines = [headline(origins), ...originLines(origins).map((line) => `  ${line}`)];
  return { events: [event], timeIsOurs, lines, problems };
}

function toGiven(values: SendValues, data: JsonObject | undefined): Given {
  const text = (name: GivenName): Derived | undefined => {
    const option = name === 'startedAt' ? 'started-at' : name;
    return derived(values[option], `--${option}`);
  };
  return { ...givenBy(text), data };
}

async function readContext(values: SendValues, { env, readFile, git }: World): Promise<CiContext> {
  const ci = detectCi(env);
  if (ci !== undefined) return ci.read(env, readPayload(env, readFile));
  // Whoever names the source need not stand in its working copy.
  if (values.source) return { facts: {} };
  const [remoteUrl, sha, tag, branch] = await Promise.all([
    git('remote', 'get-url', 'origin'),
    git('rev-parse', 'HEAD'),
    git('describe', '--tags', '--exact-match', 'HEAD'),
    git('rev-parse', '--abbrev-ref', 'HEAD'),
  ]);
  return readGit({ remoteUrl, sha, tag, branch });
}

/** Only GitHub hands one over. A file that cannot be read leaves the variables to derive from. */
function readPayload(env: Environment, readFile: World['readFile']): JsonObject {
  const path = env['GITHUB_EVENT_PATH'];
  if (!path) return {};
  try {
    return parseObject(readFile(path)) ?? {};
  } catch {
    return {};
  }
}

function replay(path: string, { readFile, newId }: World): Outbox {
  try {
    return { ...NOTHING, events: readReplay(readFile(path), newId) };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'cannot be read';
    return { ...NOTHING, problems: [`--replay ${path}: ${message}`] };
  }
}
