/** What the commands on the store have in common: arguments in, text out, an exit code. */
import { userInfo } from 'node:os';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { MilepostError } from '../errors.ts';
import { newUuid } from '../ids.ts';
import type { Actor } from '../model/audit.ts';
import { type Audit, createAudit } from '../services/audit.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/port.ts';

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export type Options = NonNullable<ParseArgsConfig['options']>;

/** What was on the command line, read by `Known`. */
export type Values<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: Known; allowPositionals: true }>
>['values'];

export interface Command<Known extends Options> {
  readonly help: string;
  readonly options: Known;
  /** Runs one action; throws a `MilepostError` for what the caller has to change. */
  readonly perform: (call: {
    readonly config: Config;
    readonly store: Store;
    readonly audit: Audit;
    readonly action: string;
    readonly operands: readonly string[];
    readonly values: Values<Known>;
  }) => Promise<{ readonly out: string; readonly err?: string }>;
}

/** Runs with the arguments behind its name; resolves with the exit code. */
export type StoreCommand = (
  args: readonly string[],
  config: Config,
  output: Output,
) => Promise<number>;

/** A command on the store that the configuration names. */
export function commandOf<Known extends Options>({
  help,
  options,
  perform,
}: Command<Known>): StoreCommand {
  return async (args, config, { out, err }) => {
    try {
      if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
        out(help);
        return args.length === 0 ? 2 : 0;
      }
      const { values, positionals } = parseArgs({
        args: [...args],
        allowPositionals: true,
        options,
      });
      const [action = '', ...operands] = positionals;
      const store = await openStore(config);
      try {
        const audit = createAudit({ audit: store.audit, clock: Date.now, newId: newUuid });
        const said = await perform({ config, store, audit, action, operands, values });
        out(said.out);
        err(said.err ?? '');
        return 0;
      } finally {
        await store.close();
      }
    } catch (error) {
      if (!isCallersMistake(error)) throw error;
      err(`milepost: ${error.message}\n`);
      return 2;
    }
  };
}

/** Who runs a command, for the audit log: by the operating system, since a variable may say anything. */
export function commandActor(): Actor {
  return { kind: 'cli', id: null, name: operatingSystemUser() };
}

/** A container may run under a number that has no name. */
function operatingSystemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A time in ms as the day that it is in, UTC. */
export function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** One record a line, its fields behind tabs. */
export function toLine(fields: readonly string[]): string {
  return `${fields.join('\t')}\n`;
}

function isCallersMistake(error: unknown): error is Error {
  if (error instanceof MilepostError) return true;
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS');
}
