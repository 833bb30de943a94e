/** Runs the script of the templates as GitLab's runner does, with the programs a test wants. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordScript } from './template.ts';

export interface Shell {
  readonly name: string;
  /** Undefined where it is not installed. */
  readonly command: readonly string[] | undefined;
  /** What the runner says to it first. */
  readonly start: string;
}

/** Where a program is. */
export function find(program: string): string | undefined {
  const { status, stdout } = spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

function commandOf(program: string, ...args: string[]): readonly string[] | undefined {
  const path = find(program);
  return path === undefined ? undefined : [path, ...args];
}

const ERREXIT = 'set -o errexit';
/** Debian's `sh`, Alpine's, and the one that most images have. */
export const SHELLS: readonly Shell[] = [
  { name: 'dash', command: commandOf('dash'), start: ERREXIT },
  { name: 'busybox sh', command: commandOf('busybox', 'sh'), start: `set -o pipefail; ${ERREXIT}` },
  { name: 'bash', command: commandOf('bash'), start: 'set -eo pipefail; set +o noclobber' },
];

export interface World {
  /** Where it runs; empty at first. */
  readonly folder: string;
  /** Its whole PATH. */
  readonly bin: string;
}

/** What every image has that has a shell. */
const BASE = ['tr', 'head', 'sed', 'cat'];

const roots: string[] = [];
process.once('exit', () => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

/** An image with these programs; `node` is the one that runs the tests. */
export function createWorld(...programs: string[]): World {
  const root = mkdtempSync(join(tmpdir(), 'milepost-gitlab-'));
  roots.push(root);
  const bin = join(root, 'bin');
  const folder = join(root, 'project');
  mkdirSync(bin);
  mkdirSync(folder);
  for (const name of [...BASE, ...programs]) {
    const path = name === 'node' ? process.execPath : find(name);
    if (path !== undefined) symlinkSync(path, join(bin, name));
  }
  return { folder, bin };
}

/** Puts a program of the test's own into the image. */
export function addProgram({ bin }: World, name: string, code: string): void {
  const path = join(bin, name);
  // Not through a link to the machine's own.
  rmSync(path, { force: true });
  writeFileSync(path, `#!/bin/sh\n${code}\n`);
  chmodSync(path, 0o755);
}

export interface ShellRun {
  readonly code: number | null;
  /** stdout and stderr, as a job log has them. */
  readonly log: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly script?: string;
  /** Commands around the script, in the same shell. */
  readonly before?: string;
  readonly after?: string;
}

const LONGEST_MS = 15_000;

/** Resolves when the shell has ended. Its environment is `env` and the PATH, nothing of ours. */
export async function runShell(
  shell: Shell,
  { bin, folder }: World,
  { env = {}, script = recordScript(), before = '', after = '' }: RunOptions,
): Promise<ShellRun> {
  const [command = '', ...args] = shell.command ?? [];
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: bin, TMPDIR: '/nonexistent', ...env },
    timeout: LONGEST_MS,
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const lines = [shell.start, before, script, after].join('\n');
  // The runner hands everything to `eval`, and stdin is a pipe without a writer.
  child.stdin.end(`: | eval '${lines.replaceAll("'", `'\\''`)}'\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, log };
}
