/**
 * What the runner starts, for the step and again behind the last step of the job. Where nothing is
 * left to do then, nothing is loaded: the toolkit takes longer than Node.js itself.
 */
import { DONE } from './stages.ts';

// The runner's name for what `saveState` has kept.
if (process.env['STATE_stage'] !== DONE) {
  const { start } = await import('./start.ts');
  await start(process.env);
}
