/** `milepost completion`: what shells need to complete commands, made from the tables of the commands. */

import type { Command } from './command.ts';
import { bashCompletion } from './completion-bash.ts';
import { fishCompletion } from './completion-fish.ts';
import { COMPLETION_HELP, COMPLETION_OPTIONS, SHELLS } from './completion-options.ts';
import { zshCompletion } from './completion-zsh.ts';
import { EXIT } from './exit.ts';
import { parseCommand, UsageError } from './options.ts';
import type { Terminal } from './terminal.ts';

const MAKERS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** Resolves with the exit code. Throws a `UsageError`. */
export async function completionCommand(
  args: readonly string[],
  terminal: Terminal,
  commands: readonly Command[],
): Promise<number> {
  const { values, operands } = parseCommand(COMPLETION_OPTIONS, args, 1);
  if (values.help) {
    terminal.out(COMPLETION_HELP);
    return EXIT.ok;
  }
  const shell = SHELLS.find((one) => one === operands[0]);
  if (shell === undefined) throw new UsageError(`name a shell, one of ${SHELLS.join(', ')}`);
  terminal.out(MAKERS[shell](commands));
  return EXIT.ok;
}
