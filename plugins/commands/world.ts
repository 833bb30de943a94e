/** Everything the command touches outside of itself, so that a test can hand it something else. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../ci/context.ts';
import type { RetryDependencies } from '../retry.ts';
import { createTransport } from '../transport.ts';
import { askGit, type Git } from '../working-copy.ts';

export interface World {
  readonly env: Environment;
  out(text: string): void;
  err(text: string): void;
  /** Width of the terminal; undefined when stdout is none, and nothing is cut to fit then. */
  readonly columns: number | undefined;
  /** A file's text; `-` is stdin. Throws what the file system says. */
  readFile(path: string): string;
  /** What `git` prints in the working directory; undefined when it fails. */
  readonly git: Git;
  readonly delivery: RetryDependencies;
  readonly newId: () => string;
  readonly version: () => string;
}

/** `version`: for a bundle that has no package around it. */
export function createWorld(env: Environment, version?: string): World {
  // A reader that has seen enough, such as head, is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    readFile: (path) => readFileSync(path === '-' ? 0 : path, 'utf8'),
    git: askGit,
    delivery: { transport: createTransport(env), clock: Date.now, random: Math.random, sleep },
    newId: randomUUID,
    version: () => version ?? readVersion(),
  };
}

/** The version of the package, from the source as well as from the bundle. */
function readVersion(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
