/** The `milepost` command; `bin/milepost.mjs` chooses between this bundle and the backend's. */
import type { Environment } from './ci/context.ts';
import type { Command } from './commands/command.ts';
import { COMMANDS } from './commands/commands.ts';
import { EXIT } from './commands/exit.ts';
import { mainHelp } from './commands/help.ts';
import { nearestName, UsageError } from './commands/options.ts';
import { createTerminal, type Terminal } from './commands/terminal.ts';
import { explainingUsage } from './commands/usage.ts';

/** What the launcher calls. */
export async function run(args: readonly string[], env: Environment): Promise<void> {
  process.exitCode = await execute(args, createTerminal(env));
}

/** Runs one command; resolves with the exit code. */
export function execute(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === args[0]);
  const help = command === undefined ? '' : ` ${command.name}`;
  const act = () => perform(command, args, terminal);
  return explainingUsage(act, `milepost${help} --help`, terminal);
}

async function perform(
  command: Command | undefined,
  [name, ...rest]: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (command !== undefined) return command.run?.(rest, terminal) ?? showHelp(command, terminal);
  switch (name) {
    case '--version':
    case '-v':
      terminal.out(`milepost ${terminal.version()}\n`);
      return EXIT.ok;
    case '--help':
    case '-h':
    case 'help': {
      const [asked] = rest;
      if (asked !== undefined && name === 'help') return showHelp(commandOf(asked), terminal);
      terminal.out(mainHelp(COMMANDS));
      return EXIT.ok;
    }
    case undefined:
      terminal.err(mainHelp(COMMANDS));
      return EXIT.usage;
    default:
      throw unknownCommand(name);
  }
}

function showHelp({ help }: Command, { out }: Terminal): number {
  out(help);
  return EXIT.ok;
}

/** Throws a `UsageError` for a name that is none. */
function commandOf(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw unknownCommand(name);
  return command;
}

function unknownCommand(name: string): UsageError {
  const names = COMMANDS.map((one) => one.name);
  const nearest = nearestName(name, names);
  const advice =
    nearest === undefined ? `use one of ${names.join(', ')}` : `did you mean ${nearest}?`;
  return new UsageError(`there is no command ${name}, ${advice}`);
}
