/** The servers that ingest is measured against, each in a process of its own. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endProcess, find, linesUntil, startServer } from '../demo/server.ts';

export interface BenchServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Node that runs the servers: `BENCH_NODE` for another one than this. */
const NODE = process.env['BENCH_NODE'] ?? process.execPath;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Milepost as it ships, on SQLite in a folder of its own. */
export async function startMilepost(): Promise<BenchServer> {
  const { url, key, stop } = await startServer({ PORT: '0' }, NODE);
  return {
    url: `${url}/api/v1/events`,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    stop,
  };
}

/** `express` or `http`: reads the JSON and sends it back; nothing is checked, nothing is stored. */
export async function startEcho(kind: 'express' | 'http'): Promise<BenchServer> {
  const child = spawn(NODE, [join(ROOT, 'bench/echo.mjs'), kind], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = await linesUntil(child, /listening/);
  return {
    url: find(lines, /listening on (\S+)/),
    headers: { 'Content-Type': 'application/json' },
    stop: () => endProcess(child),
  };
}
