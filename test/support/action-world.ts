import type { Environment } from '../../plugins/ci/context.ts';
import { execute } from '../../plugins/cli.ts';
import type { World } from '../../plugins/commands/world.ts';
import { createTransport } from '../../plugins/transport.ts';
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
}

/** Runs `milepost` in this process: real connections, no real waiting. */
export async function runCommand(
  args: readonly string[],
  { env = {}, files = {}, git = {}, columns }: WorldOptions = {},
): Promise<CommandResult> {
  let out = '';
  let err = '';
  const world: World = {
    env,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    columns,
    readFile: (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('no such file');
      return text;
    },
    git: async (...words) => git[words.join(' ')],
    delivery: { ...createTestClock(), transport: createTransport(env) },
    newId: () => 'new-id',
    version: () => '1.2.3',
  };
  return { code: await execute(args, world), out, err };
}
