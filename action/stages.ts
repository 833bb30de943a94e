/**
 * The two stages in which the runner calls an action: the step itself, and behind the last step of
 * its job. Inputs are evaluated for each, so that `job.status` is the final one in the second.
 */
import type { JsonObject } from '../backend/model/event.ts';
import { type RunInputs, readMoments } from './inputs.ts';
import { type Moment, type RunDependencies, run } from './main.ts';

export interface StageDependencies extends Omit<RunDependencies, 'payload'> {
  readonly inputs: () => RunInputs;
  readonly payload: () => Promise<JsonObject>;
}

/** The stage of a step that has nothing more to do. */
export const DONE = 'done';

/** Resolves whatever happens. */
export async function runStage(dependencies: StageDependencies): Promise<void> {
  const stage = dependencies.runner.state('stage');
  if (stage === DONE) return;
  if (stage === 'waiting') return runEnd(dependencies);
  return runStep(dependencies);
}

async function runStep(dependencies: StageDependencies): Promise<void> {
  const { runner, clock } = dependencies;
  const inputs = dependencies.inputs();
  const record = readMoments(inputs.record) ?? 'once';
  // First of all: without it the second stage would take itself for the first.
  runner.saveState('stage', record === 'once' ? DONE : 'waiting');
  if (record !== 'once') runner.saveState('startedAt', String(clock()));
  if (record === 'end')
    return runner.info('Milepost: the event will be recorded when the job ends.');
  const moment: Moment = record === 'once' ? { kind: 'point' } : { kind: 'start' };
  const outcome = await run(inputs, moment, await complete(dependencies));
  // What is wrong now is wrong at the end too, and was said.
  if (outcome === 'configuration') runner.saveState('stage', DONE);
}

async function runEnd(dependencies: StageDependencies): Promise<void> {
  const startedAt = dependencies.runner.state('startedAt');
  await run(dependencies.inputs(), { kind: 'end', startedAt }, await complete(dependencies));
}

async function complete(dependencies: StageDependencies): Promise<RunDependencies> {
  return { ...dependencies, payload: await dependencies.payload() };
}
