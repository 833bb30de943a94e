import { logLine } from '../text.ts';
import { EXIT } from './exit.ts';
import { UsageError } from './options.ts';
import type { World } from './world.ts';

/** Turns wrong usage into a sentence and an exit code. `help`: where more is said. */
export async function explainingUsage(
  act: () => Promise<number>,
  help: string,
  { err }: Pick<World, 'err'>,
): Promise<number> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    err(`milepost: ${logLine(error.message)}\nSee ${help}\n`);
    return EXIT.usage;
  }
}
