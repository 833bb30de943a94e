/** What the commands for people touch beyond `World`: streams, a terminal, Ctrl-C. */
import { lookup } from 'node:dns/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../ci/context.ts';
import { createStreamTransport, type StreamTransport } from '../transport.ts';
import { createWorld, type World } from './world.ts';

export interface Terminal extends World {
  readonly stream: StreamTransport;
  readonly stdin: () => Readable;
  /** As `out`; resolves when stdout takes more, for output of any length. */
  write(text: string | Uint8Array): Promise<void>;
  /** Width of the terminal; undefined when stderr is none, and progress is told in lines then. */
  readonly errColumns: number | undefined;
  readonly hasColour: boolean;
  /** Aborted by the first Ctrl-C after the call; a second one ends the process. */
  interrupted(): AbortSignal;
  /** Resolves after so many ms, and at once when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** The addresses of a host name. Rejects when there is none. */
  addressesOf(host: string): Promise<readonly string[]>;
}

/** Of a terminal that does not know its width. */
const USUAL_COLUMNS = 80;

export function createTerminal(env: Environment): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    ...createWorld(env),
    columns: stdout.isTTY ? stdout.columns || USUAL_COLUMNS : undefined,
    stream: createStreamTransport(env),
    stdin: () => stdin,
    write: (text) =>
      new Promise((resolve) => {
        if (stdout.write(text)) resolve();
        else stdout.once('drain', resolve);
      }),
    errColumns: stderr.isTTY ? stderr.columns || USUAL_COLUMNS : undefined,
    hasColour: stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    interrupted: () => {
      const controller = new AbortController();
      process.once('SIGINT', () => controller.abort());
      return controller.signal;
    },
    pause: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  };
}
