/** The product as its own process, started as the README says. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = join(ROOT, 'bin/milepost.mjs');

type Environment = Readonly<Record<string, string>>;

export interface Served {
  readonly url: string;
  /** Set on the very first start. */
  readonly key: string;
  readonly setupLink: string;
  /** Everything it has printed so far. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

/** What still runs: a failed hook must not leave a server behind, which keeps mocha from ending. */
const running = new Set<ChildProcess>();

function start(
  args: readonly string[],
  env: Environment,
): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, MONGODB_URI: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Ends every process that a test started and did not end. */
export function reap(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Runs `milepost serve` and waits until it accepts requests and has said all it says at first. */
export async function serve(env: Environment): Promise<Served> {
  const child = start(['serve'], { PORT: '0', LOG_LEVEL: 'warn', ...env });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += String(chunk);
  });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`exited with ${code}: ${errors}`)));
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const address = /listening on (\S+)/.exec(line)?.[1];
      // What a first start adds is written in one piece with this line.
      if (address !== undefined) setImmediate(() => resolve(address));
    });
  });
  const find = (pattern: RegExp) => pattern.exec(lines.join('\n'))?.[1] ?? '';
  return {
    url,
    key: find(/API key \(shown once\): (\S+)/),
    setupLink: find(/Set-up link: (\S+)/),
    output: () => `${lines.join('\n')}\n${errors}`,
    kill: (signal) => end(child, signal),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a `milepost` command to its end. */
export async function milepost(args: readonly string[], env: Environment): Promise<Ran> {
  return outcomeOf(start(args, env));
}

/** What a process says until it ends. */
export async function outcomeOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<Ran> {
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += String(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** A folder for one test; the second function removes it. */
export function temporaryFolder(): [string, () => void] {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-'));
  return [folder, () => rmSync(folder, { recursive: true, force: true })];
}
