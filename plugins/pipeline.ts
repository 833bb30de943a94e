/**
 * `milepost send` as one file without packages: what the GitLab component and the Jenkins library
 * bring along. Built by `buildPipeline` of `build.mjs`; it must not import what else the command does.
 */
import { EXIT } from './commands/exit.ts';
import { UsageError } from './commands/options.ts';
import { sendCommand } from './commands/send.ts';
import { explainingUsage } from './commands/usage.ts';
import { createWorld, type World } from './commands/world.ts';

/** Put in by the build. */
declare const MILEPOST_VERSION: string;

const HELP = `Records events on a Milepost timeline. This file is for pipelines and holds milepost send alone.

Usage:
  node milepost.mjs send [options]
  node milepost.mjs send --help
  node milepost.mjs --version
`;

async function perform([command, ...rest]: readonly string[], world: World): Promise<number> {
  switch (command) {
    case 'send':
      return sendCommand(rest, world);
    case '--version':
    case '-v':
      world.out(`milepost ${world.version()}\n`);
      return EXIT.ok;
    case '--help':
    case '-h':
    case 'help':
      world.out(HELP);
      return EXIT.ok;
    case undefined:
      world.err(HELP);
      return EXIT.usage;
    default:
      throw new UsageError(
        `this file holds milepost send alone; for ${command} install Milepost, see docs/command-line.md`,
      );
  }
}

const world = createWorld(process.env, MILEPOST_VERSION);
const args = process.argv.slice(2);
process.exitCode = await explainingUsage(() => perform(args, world), 'send --help', world);
