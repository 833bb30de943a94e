/** Reads what the runner gives and hands it on; the only file here that knows the toolkit. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import type { Environment } from '../plugins/ci/context.ts';
import { createTransport } from '../plugins/transport.ts';
import { askGit } from '../plugins/working-copy.ts';
import { INPUTS, type RunInputs } from './inputs.ts';
import type { Runner } from './runner.ts';
import { runStage } from './stages.ts';

const runner: Runner = {
  setSecret: core.setSecret,
  setOutput: core.setOutput,
  info: core.info,
  warning: (title, message) => core.warning(message, { title }),
  fail: (title, message) => {
    core.error(message, { title });
    process.exitCode = core.ExitCode.Failure;
  },
  writeSummary: async (html) => {
    await core.summary.addRaw(html).write();
  },
  idToken: core.getIDToken,
  saveState: core.saveState,
  state: core.getState,
};

/** Runs the stage in which the runner calls. */
export async function start(env: Environment): Promise<void> {
  await runStage({
    inputs: () =>
      Object.fromEntries(INPUTS.map((name) => [name, core.getInput(name)])) as RunInputs,
    env,
    // The context reads the event as it loads: a file that is broken must not fail a deployment.
    payload: () =>
      import('@actions/github').then(
        ({ context }) => context.payload,
        () => ({}),
      ),
    runner,
    delivery: {
      transport: createTransport(env),
      clock: Date.now,
      random: Math.random,
      sleep,
    },
    git: askGit,
    clock: Date.now,
    newId: randomUUID,
  });
  // A request that was given up must not keep the job waiting; on Windows the log needs a moment.
  setTimeout(() => process.exit(), 1000).unref();
}
