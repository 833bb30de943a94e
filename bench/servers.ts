/** The servers that ingest is measured against, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Peak resident memory so far, MiB. */
  stop(): Promise<void>;
}

/** Node that runs the servers: `BENCH_NODE` for another one than this. */
const NODE = process.env['BENCH_NODE'] ?? process.execPath;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Milepost as it ships, on SQLite in a folder of its own. */
export async function startMilepost(): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'));
  const child = start([join(ROOT, 'bin/milepost.mjs'), 'serve'], { DATA_DIR: folder, PORT: '0' });
  const lines = await linesUntil(child, /^Set-up link/);
  const url = find(lines, /listening on (\S+)/);
  const key = find(lines, /API key \(shown once\): (\S+)/);
  return {
    url: `${url}/api/v1/events`,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    stop: async () => {
      await kill(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** `express` or `http`: reads the JSON and sends it back; nothing is checked, nothing is stored. */
export async function startEcho(kind: 'express' | 'http'): Promise<BenchServer> {
  const child = start([join(ROOT, 'bench/echo.mjs'), kind], {});
  const lines = await linesUntil(child, /listening/);
  return {
    url: find(lines, /listening on (\S+)/),
    headers: { 'Content-Type': 'application/json' },
    stop: () => kill(child),
  };
}

function start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(NODE, args, {
    env: { ...process.env, NODE_ENV: 'production', MONGODB_URI: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function linesUntil(child: ChildProcess, last: RegExp): Promise<string[]> {
  if (child.stdout === null) throw new Error('the server has no output');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (last.test(line)) break;
  }
  child.stdout.resume();
  return lines;
}

function find(lines: readonly string[], pattern: RegExp): string {
  const found = lines.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
  if (found === undefined)
    throw new Error(`the server did not say ${pattern}: ${lines.join('\n')}`);
  return found;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
