/** Loaded by mocha before everything: see .mocharc.json. */
import { reap } from './process.ts';

export const mochaHooks = { afterAll: reap };
