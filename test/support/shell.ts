/** Runs what the documentation shows, as its reader would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './process.ts';
import { createWatch } from './watch.ts';

export interface ShellResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  out(): string;
  /** Resolves as soon as what was printed so far fits. Rejects when it ends before. */
  until(fits: (out: string) => boolean): Promise<void>;
  /** Resolves when it has ended by itself. */
  readonly ended: Promise<ShellResult>;
  /** Sends a signal to the script and what it started. */
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
}

export interface ShellOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The repository when absent. */
  readonly folder?: string;
}

const NEUTRAL = {
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
  ...{ MONGODB_URI: '', BASE_URL: '', HOST: '', LOG_LEVEL: '' },
};

/** `sh` blocks run in bash, `js` blocks as a module next to the repository's packages. */
export function start(
  language: 'sh' | 'js',
  code: string,
  { env = {}, folder = ROOT }: ShellOptions = {},
): Running {
  const [command, args]: [string, string[]] =
    language === 'sh'
      ? ['bash', ['-euo', 'pipefail', '-s']]
      : [process.execPath, ['--input-type=module', '-']];
  const child = spawn(command, args, {
    cwd: folder,
    // Nothing of the machine that runs the tests: no proxy, no database, no settings.
    env: { ...process.env, ...NEUTRAL, ...env },
    // A group of its own, so that what a script starts ends with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // In one piece, so that bash does not take the rest of the script for the input of a command.
  child.stdin.end(language === 'sh' ? `main() {\n${code}\n}\nmain < /dev/null` : code);
  return observe(child);
}

/** Runs to the end. */
export function run(
  language: 'sh' | 'js',
  code: string,
  options?: ShellOptions,
): Promise<ShellResult> {
  return start(language, code, options).ended;
}

function observe(child: ChildProcess): Running {
  let out = '';
  let err = '';
  const watch = createWatch();
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
    watch.look();
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk;
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const ended = closed.then(([code]) => ({ code, out, err }));
  const until = (fits: (text: string) => boolean): Promise<void> => {
    const tooEarly = ended.then(() => {
      throw new Error(`it ended too early: ${out}\n${err}`);
    });
    return Promise.race([watch.until(() => fits(out)), tooEarly]);
  };
  const signal = (name: NodeJS.Signals): void => {
    const isOver = child.exitCode !== null || child.signalCode !== null;
    if (child.pid !== undefined && !isOver) process.kill(-child.pid, name);
  };
  return {
    out: () => out,
    until,
    ended,
    signal,
    kill: async () => {
      signal('SIGKILL');
      await ended;
    },
  };
}
