/** Milepost as it ships, in a process and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Started {
  /** Where it listens. */
  readonly url: string;
  readonly key: string;
  /** What makes its first person. */
  readonly setupToken: string;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Starts a new Milepost on SQLite; `node` runs it. Rejects when it ends before it listens. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  node = process.execPath,
): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-'));
  const child = spawn(node, [join(ROOT, 'bin/milepost.mjs'), 'serve'], {
    env: { ...process.env, NODE_ENV: 'production', MONGODB_URI: '', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = await linesUntil(child, /^Set-up link/);
  return {
    url: find(lines, /listening on (\S+)/),
    key: find(lines, /API key \(shown once\): (\S+)/),
    setupToken: find(lines, /^Set-up link: [^#]*#(\S+)/),
    stop: async () => {
      await endProcess(child);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The lines of its output up to the first that fits. */
export async function linesUntil(child: ChildProcess, last: RegExp): Promise<string[]> {
  if (child.stdout === null) throw new Error('the process has no output');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (last.test(line)) break;
  }
  child.stdout.resume();
  return lines;
}

/** What the pattern catches in the first line that it fits. */
export function find(lines: readonly string[], pattern: RegExp): string {
  const found = lines.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
  if (found === undefined)
    throw new Error(`the process did not say ${pattern}: ${lines.join('\n')}`);
  return found;
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
