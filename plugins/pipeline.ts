/**
 * `milepost send` as one file without packages: what the GitLab component and the Jenkins library
 * bring along. Built and committed by `node build.mjs --plugins`.
 */
import { execute } from './cli.ts';
import { createWorld } from './commands/world.ts';

/** Put in by the build. */
declare const MILEPOST_VERSION: string;

process.exitCode = await execute(process.argv.slice(2), createWorld(process.env, MILEPOST_VERSION));
