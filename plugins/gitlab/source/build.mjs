// @ts-check
/** Makes the templates: one file each is all of a component that reaches a pipeline. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const source = dirname(fileURLToPath(import.meta.url));
const COMPONENTS = ['milepost', 'milepost-job'];

/**
 * @param {Buffer} program `milepost send` in one file.
 * @param {string} folder Where the templates go.
 */
export async function buildGitlab(program, folder = join(source, '../templates')) {
  const script = readFileSync(join(source, 'record.sh'), 'utf8')
    .replace('@@bundle@@', gzipSync(program, { level: 9 }).toString('base64'))
    .replace('@@sha256@@', createHash('sha256').update(program).digest('hex'))
    .replace('@@variables@@', (await variables()).join(' '));
  mkdirSync(folder, { recursive: true });
  for (const name of COMPONENTS) {
    const template = readFileSync(join(source, `${name}.yml`), 'utf8');
    writeFileSync(
      join(folder, `${name}.yml`),
      template.replace(/^( *)@@record@@$/m, (_line, indent) => indented(script, indent)),
    );
  }
}

/** What the derivation reads: what it is compiled to has the names without the comments. */
async function variables() {
  const { outputFiles } = await build({
    entryPoints: [join(source, '../../ci/gitlab.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'node',
  });
  const code = outputFiles.map(({ text }) => text).join('');
  return [...new Set(code.match(/\b(?:CI|GITLAB)_[A-Z][A-Z0-9_]*\b/g))].sort();
}

/** @param {string} text @param {string} indent */
function indented(text, indent) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
}
