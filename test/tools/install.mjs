// @ts-check
/**
 * Installs what only tests need, beside this file: `node test/tools/install.mjs`. Without a
 * network the tests that need it say so and the others run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const installed = `${folder}node_modules/.package-lock.json`;

/** @param {string} path */
const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

if (changedAt(installed) < changedAt(`${folder}package-lock.json`)) {
  process.stdout.write('Installing a browser and a second Node.js for the tests…\n');
  // Through the shell, which finds npm on every platform.
  const { status } = spawnSync('npm ci --no-audit --no-fund --loglevel=error', {
    cwd: folder,
    shell: true,
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.stdout.write('That failed: the tests that need them are skipped, each saying so.\n');
  }
}
