// @ts-check
/** Builds everything that runs: `node build.mjs [--action | --plugins]`. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { buildGitlab } from './plugins/gitlab/source/build.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const sources = ['backend', 'dashboard', 'plugins', 'build.mjs', 'package.json'];
const stamp = join(root, 'dist/.built');

/** The bundles of Node keep their packages outside: npm has put them there, at fixed versions. */
const node = /** @type {const} */ ({
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
  absWorkingDir: root,
});

/** Builds the backend, the command line and the dashboard into `dist/`. */
export async function buildAll() {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  await Promise.all([
    build({
      ...node,
      entryPoints: ['backend/main.ts'],
      outdir: 'dist/backend',
      splitting: true,
    }),
    build({ ...node, entryPoints: { main: 'plugins/cli.ts' }, outdir: 'dist/cli' }),
    buildDashboard(),
  ]);
  writeFileSync(stamp, '');
}

/** Builds when something is missing or older than what it is made from. */
export async function buildIfNeeded() {
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (sources.every((name) => newest(join(root, name)) <= built)) return;
  process.stderr.write('Building Milepost…\n');
  await buildAll();
}

/**
 * The GitHub Action: one file that needs nothing beside it, since only what is committed reaches a
 * runner. The banner gives the CommonJS packages inside the `require` that they expect.
 */
export async function buildAction(outfile = join(root, 'action/dist/index.mjs')) {
  const result = await build({
    entryPoints: ['action/index.ts'],
    outfile,
    bundle: true,
    // A third smaller, and who reads what runs in their pipeline still finds names.
    minifySyntax: true,
    minifyWhitespace: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: root,
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
    },
  });
  writeFileSync(
    join(dirname(outfile), 'LICENSES.txt'),
    licenses(Object.keys(result.metafile.inputs)),
  );
}

/**
 * `milepost send` in one small file, for pipelines that have Node.js and nothing of ours.
 *
 * @param {string} outfile
 */
export async function buildPipeline(outfile) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // The one package inside: its licence wants to travel along.
  const notice = licenses(['node_modules/fastest-levenshtein/']);
  await build({
    entryPoints: ['plugins/pipeline.ts'],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    define: { MILEPOST_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    banner: { js: `/* Milepost, Apache-2.0\n\n${notice} */` },
    logLevel: 'warning',
    absWorkingDir: root,
  });
}

/** What the Jenkins library and the GitLab component bring along of us, which is committed. */
export async function buildPlugins() {
  const program = join(root, 'plugins/jenkins/resources/io/milepost/milepost.mjs');
  await buildPipeline(program);
  await buildGitlab(readFileSync(program));
}

/**
 * The licences of the packages in a bundle, which their authors ask to pass on with every copy.
 *
 * @param {string[]} inputs
 */
function licenses(inputs) {
  const folders = inputs.flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const texts = [...new Set(folders)].sort().map((folder) => {
    const file = readdirSync(join(root, folder)).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8');
    return `${name}@${version} (${license})\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** What the live feed never does, text over WebSocket as it is: nearly 3 kB that stay behind. */
const UNUSED = [
  {
    filter: /engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/,
    contents: "import { WS } from './websocket.js'; export const transports = { websocket: WS };",
  },
  {
    filter: /socket\.io-parser[\\/]build[\\/]esm[\\/]is-binary\.js$/,
    contents: 'export const isBinary = () => false; export const hasBinary = isBinary;',
  },
  {
    filter: /socket\.io-parser[\\/]build[\\/]esm[\\/]binary\.js$/,
    contents:
      "const refuse = () => { throw new Error('binary'); }; export { refuse as deconstructPacket, refuse as reconstructPacket };",
  },
];

/** @type {import('esbuild').Plugin} */
const leaveUnusedBehind = {
  name: 'leave-unused-behind',
  setup: ({ onLoad }) => {
    for (const { filter, contents } of UNUSED)
      onLoad({ filter }, () => ({ contents, loader: 'js' }));
  },
};

/**
 * What is needed at first in one file: each file that comes later is said to need all of it, since
 * esbuild makes a file of what the same ones need, which came to nearly thirty.
 *
 * @type {import('esbuild').Plugin}
 */
const keepFirstTogether = {
  name: 'keep-first-together',
  setup: ({ onLoad, onResolve, resolve }) => {
    const main = join(root, 'dashboard/main.tsx');
    /** @type {Set<string>} */
    const later = new Set();
    onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const found = await resolve(path, { kind: 'import-statement', importer, resolveDir });
      later.add(found.path);
      return found;
    });
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!later.has(path)) return undefined;
      const contents = `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(main)};`;
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/**
 * The dashboard alone, into a folder of one's own; tells which files a page loads at first, and
 * which when they are needed.
 */
export async function buildDashboard(outdir = join(root, 'dist/dashboard')) {
  const result = await build({
    entryPoints: ['dashboard/main.tsx', 'dashboard/styles/main.css', 'dashboard/styles/later.css'],
    outdir,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true,
    plugins: [leaveUnusedBehind, keepFirstTogether],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
    absWorkingDir: root,
  });
  const outputs = Object.keys(result.metafile.outputs).map((path) => path.split('/').at(-1) ?? '');
  const named = (/** @type {RegExp} */ pattern) => outputs.find((name) => pattern.test(name)) ?? '';
  const script = named(/^main-.*\.js$/);
  const initial = withImports(script, result.metafile);
  const page = readFileSync(join(root, 'dashboard/index.html'), 'utf8')
    .replace('{{preload}}', initial.slice(1).map(preload).join('\n    '))
    .replace('{{script}}', `/assets/${script}`)
    .replace('{{style}}', `/assets/${named(/^main-.*\.css$/)}`)
    .replace('{{later}}', `/assets/${named(/^later-.*\.css$/)}`)
    .replace('{{icon}}', `/assets/${copyHashed('dashboard/icon.svg', outdir)}`);
  writeFileSync(join(outdir, 'index.html'), page);
  for (const name of readdirSync(outdir)) compress(join(outdir, name));
  const scripts = outputs.filter((name) => name.endsWith('.js'));
  return { initial, lazy: scripts.filter((name) => !initial.includes(name)) };
}

/**
 * A script and all that it imports before it runs; what it imports later is left out.
 *
 * @param {string} script @param {import('esbuild').Metafile} metafile @returns {string[]}
 */
function withImports(script, metafile) {
  const found = new Set([script]);
  const outputs = Object.entries(metafile.outputs);
  // A set that grows while it is walked is walked to its end.
  for (const name of found) {
    const [, output] = outputs.find(([path]) => path.split('/').at(-1) === name) ?? [];
    for (const { path, kind } of output?.imports ?? []) {
      if (kind === 'import-statement') found.add(path.split('/').at(-1) ?? '');
    }
  }
  return [...found];
}

/** @param {string} name */
function preload(name) {
  return `<link rel="modulepreload" href="/assets/${name}" />`;
}

/** @param {string} source @param {string} outdir */
function copyHashed(source, outdir) {
  const content = readFileSync(join(root, source));
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const name = source.split('/').at(-1)?.replace('.', `-${hash}.`) ?? '';
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, name), content);
  return name;
}

/** @param {string} path */
function compress(path) {
  const content = readFileSync(path);
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
}

/** @param {string} path @returns {number} */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--action')) await buildAction();
  else if (process.argv.includes('--plugins')) await buildPlugins();
  else await buildAll();
}
