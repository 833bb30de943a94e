import type { OptionTable } from './options.ts';
import type { Terminal } from './terminal.ts';

/** A command of `milepost`: what it is called with, what it says of itself, and what it does. */
export interface Command {
  readonly name: string;
  /** Behind `milepost`, such as `send [options]`. */
  readonly usage: string;
  /** One line. */
  readonly summary: string;
  readonly options: OptionTable;
  /** What may stand beside the options, for completion: these words, or files. */
  readonly words?: readonly string[] | 'files';
  readonly help: string;
  /** Resolves with the exit code; throws a `UsageError`. Absent for what the backend's bundle does. */
  readonly run?: (args: readonly string[], terminal: Terminal) => Promise<number>;
}
