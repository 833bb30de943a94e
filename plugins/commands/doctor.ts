/** `milepost doctor`: everything between here and the timeline, looked at in order. */
import { styleText } from 'node:util';
import { readTarget } from '../target.ts';
import { logLine, showJson } from '../text.ts';
import { policyOf, targetOf } from './connection.ts';
import { checkDerived, checkHost, checkIdToken, checkProxy } from './doctor-here.ts';
import { DOCTOR_HELP, DOCTOR_OPTIONS } from './doctor-options.ts';
import { checkServer } from './doctor-server.ts';
import { EXIT } from './exit.ts';
import { type Finding, misconfigured, ok } from './finding.ts';
import { parseOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

const TIMEOUT_MS = 10_000;
const CHECK_WIDTH = 10;
const LEVEL_WIDTH = 7;

/** Resolves with the exit code. Throws a `UsageError`. */
export async function doctorCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const values = parseOptions(DOCTOR_OPTIONS, args);
  if (values.help) {
    terminal.out(DOCTOR_HELP);
    return EXIT.ok;
  }
  const timeoutMs = values.timeout ? policyOf(values.timeout).budgetMs : TIMEOUT_MS;
  const found: Finding[] = [];
  for await (const finding of examine(values.url, terminal, timeoutMs)) {
    const clean = withoutKey(finding, terminal);
    found.push(clean);
    if (!values.json) terminal.out(toLines(clean, terminal.hasColour));
  }
  const exitCode = found.find(({ level }) => level === 'problem')?.exitCode ?? EXIT.ok;
  if (values.json) terminal.out(`${showJson({ exitCode, checks: found })}\n`);
  return exitCode;
}

async function* examine(
  given: string | undefined,
  terminal: Terminal,
  timeoutMs: number,
): AsyncGenerator<Finding> {
  const { env } = terminal;
  const read = targetOf(given, env);
  if (read.kind === 'wrong') {
    for (const problem of read.problems) yield misconfigured('settings', problem);
  } else {
    yield ok('settings', `the address is ${read.target.url}, and there is a key`);
  }
  // Without a key, everything but the key can be looked at.
  const names = { url: '', key: '' };
  const keyless = readTarget(given || env['MILEPOST_URL'] || '', 'none', names);
  const place = read.kind === 'target' ? read : keyless;
  if (place.kind === 'target') {
    const url = new URL(place.target.url);
    yield await checkHost(url, terminal);
    const proxy = checkProxy(url, env);
    yield proxy;
    const hasKey = read.kind === 'target';
    if (proxy.level === 'ok') yield* await checkServer(place.target, hasKey, terminal, timeoutMs);
  }
  yield await checkDerived(terminal);
  yield checkIdToken(env);
}

/** Whatever a server, a proxy or a pipeline says, the key included. */
function withoutKey(finding: Finding, { env }: Terminal): Finding {
  const secrets = [env['MILEPOST_API_KEY'], env['MILEPOST_ID_TOKEN']].flatMap((one) => {
    const secret = one?.trim() ?? '';
    return secret === '' ? [] : [secret];
  });
  const clean = (text: string) =>
    logLine(secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text));
  const { advice } = finding;
  return {
    ...finding,
    message: clean(finding.message),
    ...(advice === undefined ? {} : { advice: clean(advice) }),
  };
}

/** Whether there may be colour has been decided: newer Nodes would decide again. */
const UNCHECKED = { validateStream: false } as const;
const COLOURS = { warning: 'yellow', problem: 'red' } as const;

function toLines({ check, level, message, advice }: Finding, hasColour: boolean): string {
  const word = level.padEnd(LEVEL_WIDTH);
  const isPlain = !hasColour || level === 'ok' || level === 'skipped';
  const painted = isPlain ? word : styleText(COLOURS[level], word, UNCHECKED);
  const indent = ' '.repeat(LEVEL_WIDTH + CHECK_WIDTH + 4);
  const hint = advice === undefined ? '' : `${indent}${advice}\n`;
  return `${painted}  ${check.padEnd(CHECK_WIDTH)}  ${message}\n${hint}`;
}
