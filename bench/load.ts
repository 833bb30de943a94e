import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { BenchServer } from './servers.ts';

export interface LoadOptions {
  /** Sent in turn. */
  readonly bodies: readonly string[];
  readonly contentType: string;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** Answered requests a second. */
  readonly perSecond: number;
  /** Latency, ms. */
  readonly p50: number;
  readonly p99: number;
}

/** Posts to a server from a process of its own. Rejects when a single answer is no success. */
export async function load(
  server: Pick<BenchServer, 'url' | 'headers'>,
  options: LoadOptions,
): Promise<LoadResult> {
  const { bodies, contentType, connections, seconds } = options;
  const child = spawn(process.execPath, [fileURLToPath(new URL('load.mjs', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const headers = { ...server.headers, 'Content-Type': contentType };
  const input = { url: server.url, headers, bodies, connections, duration: seconds };
  child.stdin.end(JSON.stringify(input));
  const result = JSON.parse(await text(child.stdout)) as LoadResult & { refused: number };
  if (result.refused > 0) throw new Error(`${result.refused} requests failed at ${server.url}`);
  return result;
}
