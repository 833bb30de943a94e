/**
 * Runs `milepost` with the arguments and variables of a file, so that no shell and no locale of an
 * agent ever changes a character of them.
 */
import { readFileSync } from 'node:fs';

const call = new URL('call.json', import.meta.url);
const { args, env } = JSON.parse(readFileSync(call, 'utf8'));
Object.assign(process.env, env);
process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
await import('./milepost.mjs');
