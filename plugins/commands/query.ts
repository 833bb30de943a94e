/** `milepost query`: the timeline in a terminal, or as JSON for a script. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { isTimeZone } from '../../backend/model/time.ts';
import { isObject, parseObject } from '../ci/payload.ts';
import { attemptsText } from '../report.ts';
import { persist, type RetryPolicy } from '../retry.ts';
import { explain, keyHeaders } from '../send.ts';
import type { Target } from '../target.ts';
import { logLine } from '../text.ts';
import { policyOf, targetOf } from './connection.ts';
import { jsonOutput, tableOutput } from './event-output.ts';
import { EXIT } from './exit.ts';
import { parseOptions, UsageError } from './options.ts';
import { QUERY_HELP, QUERY_OPTIONS, type QueryValues, toParameters } from './query-options.ts';
import type { World } from './world.ts';

/** Resolves with the exit code. Throws a `UsageError`. */
export async function queryCommand(args: readonly string[], world: World): Promise<number> {
  const values = parseOptions(QUERY_OPTIONS, args);
  if (values.help) {
    world.out(QUERY_HELP);
    return EXIT.ok;
  }
  const policy = policyOf(values.timeout);
  const zone = zoneOf(values);
  const query = toParameters(values, zone);
  const read = targetOf(values.url, world.env);
  if (read.kind === 'wrong') {
    for (const problem of read.problems) world.err(`milepost: ${logLine(problem)}\n`);
    return EXIT.configuration;
  }
  const output = values.json ? jsonOutput(world) : tableOutput(world, zone);
  for (;;) {
    const page = await readPage(query, read.target, policy, world);
    if (page.kind === 'failed') {
      world.err(`milepost: ${logLine(page.reason)}\n`);
      return page.exitCode;
    }
    output.page(page.events);
    if (page.nextCursor === null || !values.all) {
      output.end();
      if (page.nextCursor !== null) world.err('There are more: use --all, or narrow the query.\n');
      return EXIT.ok;
    }
    query.set('cursor', page.nextCursor);
  }
}

type Page =
  | {
      readonly kind: 'page';
      readonly events: readonly StoredEvent[];
      readonly nextCursor: string | null;
    }
  | { readonly kind: 'failed'; readonly reason: string; readonly exitCode: number };

async function readPage(
  query: URLSearchParams,
  target: Target,
  policy: RetryPolicy,
  { delivery, err }: World,
): Promise<Page> {
  const onRetry = (reason: string, waitMs: number) =>
    err(`Not yet: ${logLine(reason)}. Next attempt in ${Math.ceil(waitMs / 1000)} s.\n`);
  const url = new URL(`${target.url}/api/v1/events?${query}`);
  const headers = keyHeaders(target, 'milepost-cli');
  const answer = await persist({ method: 'GET', url, headers }, { ...delivery, onRetry }, policy);
  switch (answer.kind) {
    case 'unavailable': {
      const reason = `${target.url}: ${answer.reason}, ${attemptsText(answer.attempts)}`;
      return { kind: 'failed', reason, exitCode: EXIT.outage };
    }
    case 'misconfigured': {
      const reason = `${target.url}: ${answer.reason}`;
      return { kind: 'failed', reason, exitCode: EXIT.configuration };
    }
    case 'answered': {
      const page = answer.response.status === 200 ? toPage(answer.response.body) : undefined;
      const reason = explain(answer.response, target);
      return page ?? { kind: 'failed', reason, exitCode: EXIT.configuration };
    }
  }
}

function toPage(body: string): Page | undefined {
  const answer = parseObject(body);
  const { data, page } = answer ?? {};
  if (answer?.['success'] !== true || !Array.isArray(data) || !isObject(page)) return undefined;
  const { nextCursor = null } = page;
  return {
    kind: 'page',
    events: data as unknown as readonly StoredEvent[],
    nextCursor: typeof nextCursor === 'string' ? nextCursor : null,
  };
}

function zoneOf({ utc, timezone }: QueryValues): string {
  const zone = utc ? 'UTC' : timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isTimeZone(zone)) throw new UsageError(`--timezone ${zone}: there is no such time zone`);
  return zone;
}
