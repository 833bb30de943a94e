#!/usr/bin/env node
// @ts-check
/** The `milepost` command: builds what a fresh clone lacks, then runs it. */
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Milepost needs Node.js 20.19 or newer, this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

const OWN_STORE = ['serve', 'keys', 'trust', 'integrations', 'retention', 'users', 'context'];
const [first, second = ''] = process.argv.slice(2);
// Each bundle tells of its own commands.
const args =
  first === 'help' && OWN_STORE.includes(second) ? [second, '--help'] : process.argv.slice(2);
const bundle = OWN_STORE.includes(args[0] ?? '') ? 'backend/main.js' : 'cli/main.js';

// A released package holds its build and no sources.
if (existsSync(new URL('../backend/main.ts', import.meta.url))) {
  const { buildIfNeeded } = await import('../build.mjs');
  await buildIfNeeded();
}
const { run } = await import(new URL(`../dist/${bundle}`, import.meta.url).href);
await run(args, process.env);
