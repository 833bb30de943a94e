import { Readable } from 'node:stream';
import type { Environment } from '../../plugins/ci/context.ts';
import { execute } from '../../plugins/cli.ts';
import type { Terminal } from '../../plugins/commands/terminal.ts';
import { createStreamTransport, createTransport } from '../../plugins/transport.ts';
import { createTestClock } from './action-clock.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface WorldOptions {
  readonly env?: Environment;
  readonly files?: Readonly<Record<string, string>>;
  /** Answers of `git`, by its arguments. */
  readonly git?: Readonly<Record<string, string>>;
  readonly columns?: number;
  /** Of stderr, when that is a terminal. */
  readonly errColumns?: number;
  readonly hasColour?: boolean;
  readonly stdin?: string | Buffer;
  /** What Ctrl-C would abort. */
  readonly signal?: AbortSignal;
  /** Told after all that is written to stdout or stderr. */
  readonly onOutput?: (out: string, err: string) => void;
  readonly clock?: () => number;
  readonly addressesOf?: (host: string) => Promise<readonly string[]>;
  /** In place of `milepost`, for what no argument can say. */
  readonly run?: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

/** Runs `milepost` in this process: real connections, no real waiting. */
export async function runCommand(
  args: readonly string[],
  options: WorldOptions = {},
): Promise<CommandResult> {
  const { env = {}, files = {}, git = {}, onOutput, run = execute } = options;
  const { signal = new AbortController().signal } = options;
  const { sleep, ...time } = createTestClock();
  let out = '';
  let err = '';
  const write = (text: string | Uint8Array): void => {
    out += typeof text === 'string' ? text : Buffer.from(text).toString();
    onOutput?.(out, err);
  };
  const terminal: Terminal = {
    env,
    out: write,
    write: async (text) => write(text),
    err: (text) => {
      err += text;
      onOutput?.(out, err);
    },
    columns: options.columns,
    errColumns: options.errColumns,
    hasColour: options.hasColour ?? false,
    stdin: () => Readable.from([Buffer.from(options.stdin ?? '')]),
    stream: createStreamTransport(env),
    interrupted: () => signal,
    // One turn, so that what is asked again and again lets others go on.
    pause: async (ms) => {
      await sleep(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
    addressesOf: options.addressesOf ?? (async () => ['192.0.2.1']),
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('no such file');
      return text;
    },
    git: async (...words) => git[words.join(' ')],
    delivery: {
      ...time,
      sleep,
      transport: createTransport(env),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    },
    newId: () => 'new-id',
    version: () => '1.2.3',
  };
  return { code: await run(args, terminal), out, err };
}
