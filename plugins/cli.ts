/** The `milepost` command; `serve` and `keys` are in the backend's bundle, `bin/milepost.mjs` chooses. */
import type { Environment } from './ci/context.ts';
import { EXIT } from './commands/exit.ts';
import { MAIN_HELP } from './commands/help.ts';
import { UsageError } from './commands/options.ts';
import { queryCommand } from './commands/query.ts';
import { sendCommand } from './commands/send.ts';
import { createWorld, type World } from './commands/world.ts';
import { logLine } from './text.ts';

/** What the launcher calls. */
export async function run(args: readonly string[], env: Environment): Promise<void> {
  process.exitCode = await execute(args, createWorld(env));
}

/** Runs one command; resolves with the exit code. */
export async function execute(args: readonly string[], world: World): Promise<number> {
  const [command, ...rest] = args;
  try {
    return await perform(command, rest, world);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const help = command === 'send' || command === 'query' ? ` ${command}` : '';
    world.err(`milepost: ${logLine(error.message)}\nSee milepost${help} --help\n`);
    return EXIT.usage;
  }
}

async function perform(
  command: string | undefined,
  args: readonly string[],
  world: World,
): Promise<number> {
  switch (command) {
    case 'send':
      return sendCommand(args, world);
    case 'query':
      return queryCommand(args, world);
    case '--version':
    case '-v':
      world.out(`milepost ${world.version()}\n`);
      return EXIT.ok;
    case '--help':
    case '-h':
    case 'help':
      world.out(MAIN_HELP);
      return EXIT.ok;
    case undefined:
      world.err(MAIN_HELP);
      return EXIT.usage;
    default:
      throw new UsageError(`there is no command ${command}, use send, query, serve or keys`);
  }
}
