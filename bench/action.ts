/** How long a step of a workflow takes, beside a Node.js that does nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_BINARIES } from '../test/support/action-node.ts';
import { readManifest } from '../test/support/runner.ts';
import { figure, median, print, printTable } from './report.ts';
import { startMilepost } from './servers.ts';

const BUNDLE = fileURLToPath(new URL('../action/dist/index.mjs', import.meta.url));
const COMMAND = fileURLToPath(
  new URL('../plugins/jenkins/resources/io/milepost/milepost.mjs', import.meta.url),
);
/** Of each kind, in turn, so that all of them see the same machine. */
const RUNS = 25;

export async function benchAction(): Promise<void> {
  const server = await startMilepost();
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'));
  const env = variables(server.url.replace('/api/v1/events', ''), server.headers, folder);
  try {
    const rows = [['', 'Node.js', 'p50, ms', 'of an empty Node.js']];
    for (const { name, path } of NODE_BINARIES) {
      if (path !== undefined) rows.push(...(await measure(name, path, env)));
    }
    print('A step of a pipeline, from start to exit, against a server on the same machine:\n');
    printTable(rows);
    print(`action/dist/index.mjs: ${figure(statSync(BUNDLE).size / 1000)} kB`);
    print(`milepost.mjs for GitLab and Jenkins: ${figure(statSync(COMMAND).size / 1000)} kB\n`);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

type Variables = Readonly<Record<string, string>>;

async function measure(name: string, node: string, env: Variables): Promise<string[][]> {
  const kinds: readonly [string, readonly string[], Variables][] = [
    ['nothing: node -e 0', ['-e', '0'], {}],
    ['the action, one event', [BUNDLE], {}],
    ['the action behind the job, nothing left to do', [BUNDLE], { STATE_stage: 'done' }],
    ['milepost send', [COMMAND, 'send', '--environment', 'production'], {}],
  ];
  const times = kinds.map((): number[] => []);
  for (let run = 0; run < RUNS; run += 1) {
    for (const [index, [, args, more]] of kinds.entries()) {
      // An event of its own each time.
      const own = { ...env, ...more, GITHUB_RUN_ID: `${name}-${run}` };
      times[index]?.push(await timeOf(node, args, own));
    }
  }
  const nothing = median(times[0] ?? []);
  return kinds.map(([what], index) => {
    const time = median(times[index] ?? []);
    return [what, name.replace('Node ', ''), figure(time), `${(time / nothing).toFixed(1)} ×`];
  });
}

async function timeOf(node: string, args: readonly string[], env: Variables): Promise<number> {
  const start = performance.now();
  const child = spawn(node, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return performance.now() - start;
}

/** As the runner sets them, with the defaults of `action.yml`. */
function variables(url: string, headers: Variables, folder: string): Variables {
  const inputs = Object.entries(readManifest().inputs).map(([name, { default: value = '' }]) => [
    `INPUT_${name.toUpperCase()}`,
    String(value).startsWith('$') ? '' : String(value),
  ]);
  const files = ['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'].map((name) => {
    const path = join(folder, name);
    writeFileSync(path, '');
    return [name, path];
  });
  const key = headers['Authorization']?.replace('Bearer ', '') ?? '';
  return {
    PATH: process.env['PATH'] ?? '',
    ...(Object.fromEntries([...inputs, ...files]) as Variables),
    INPUT_URL: url,
    'INPUT_API-KEY': key,
    INPUT_ENVIRONMENT: 'production',
    MILEPOST_URL: url,
    MILEPOST_API_KEY: key,
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_SHA: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
    GITHUB_JOB: 'deploy',
  };
}
