/** A project of GitLab on this machine, whose pipelines gitlab-ci-local runs with real shells. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from '../../support/process.ts';
import { find } from './shell.ts';
import { FOLDER } from './template.ts';

const TOOL = join(ROOT, 'test/tools/node_modules/gitlab-ci-local/dist/index.js');

/** Why no pipeline can run here; undefined where one can. */
export function whyNot(): string | undefined {
  if (!existsSync(TOOL)) return 'gitlab-ci-local is missing: node test/tools/install.mjs';
  return find('rsync') === undefined ? 'rsync is missing' : undefined;
}

export interface Pipeline {
  readonly code: number | null;
  /** The logs of all jobs, without colours. */
  readonly log: string;
}

export interface Project {
  readonly folder: string;
  /** Everything in the folder. */
  commit(): void;
  /** Replaces `.gitlab-ci.yml`, and commits it. */
  write(yaml: string): void;
  /** Runs the pipeline to its end, or the jobs that are named. */
  run(options?: RunOptions): Promise<Pipeline>;
  remove(): void;
}

interface RunOptions {
  readonly jobs?: readonly string[];
  /** Of the pipeline: they win over those of the project. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly unset?: readonly string[];
  readonly args?: readonly string[];
}

const LONGEST_MS = 30_000;

/** `variables`: those of the project, secrets included. */
export function createProject(variables: Readonly<Record<string, string>>): Project {
  const root = mkdtempSync(join(tmpdir(), 'milepost-project-'));
  const folder = join(root, 'project');
  mkdirSync(folder);
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=Mara', '-c', 'user.email=m@acme.example', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  };
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', 'git@gitlab.acme.example:platform/shop.git');
  cpSync(join(FOLDER, 'templates'), join(folder, 'templates'), { recursive: true });
  const lines = Object.entries(variables).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  writeFileSync(join(folder, '.gitlab-ci-local-variables.yml'), lines.join('\n'));
  const commit = (): void => {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=Change the pipeline');
    // As after a clone.
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  };
  return {
    folder,
    commit,
    write: (yaml) => {
      writeFileSync(join(folder, '.gitlab-ci.yml'), yaml);
      commit();
    },
    run: (options = {}) => runPipeline(folder, root, options),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function runPipeline(
  folder: string,
  home: string,
  { jobs = [], variables = {}, unset = [], args = [] }: RunOptions,
): Promise<Pipeline> {
  const given = Object.entries(variables).flatMap(([name, value]) => [
    '--variable',
    `${name}=${value}`,
  ]);
  const without = unset.flatMap((name) => ['--unset-variable', name]);
  const child = spawn(
    process.execPath,
    [TOOL, '--force-shell-executor', ...given, ...without, ...args, ...jobs],
    {
      cwd: folder,
      // Nothing of the machine's: neither its own pipeline nor the settings of a person.
      env: { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', no_proxy: '127.0.0.1' },
      timeout: LONGEST_MS,
    },
  );
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, log: stripVTControlCharacters(log) };
}
