/** Reads what the runner gives and hands it on; the only file here that knows the toolkit. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import { createTransport } from '../plugins/transport.ts';
import { INPUTS, type RunInputs } from './inputs.ts';
import { type Runner, run } from './main.ts';

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
};

const inputs = Object.fromEntries(INPUTS.map((name) => [name, core.getInput(name)])) as RunInputs;
const transport = createTransport(process.env);

// The context reads the event as it loads: a file that is broken must not fail a deployment.
const payload = await import('@actions/github').then(
  ({ context }) => context.payload,
  () => ({}),
);

await run(inputs, {
  env: process.env,
  payload,
  runner,
  delivery: { transport, clock: Date.now, random: Math.random, sleep },
  clock: Date.now,
  newId: randomUUID,
});
