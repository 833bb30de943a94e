/**
 * GitHub's runner as far as a JavaScript action can tell: its variables, inputs with their defaults,
 * command files, and the commands it reads from stdout and stderr. Written from the behaviour of
 * https://github.com/actions/runner, so that the real bundle can be run without it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { parseCommand, parseKeyValues } from './runner-commands.ts';

const ROOT = new URL('../../', import.meta.url);

export interface Manifest {
  readonly inputs: Readonly<Record<string, { description: string; default?: string }>>;
  readonly outputs: Readonly<Record<string, { description: string }>>;
  readonly runs: { readonly using: string; readonly main: string; readonly post: string };
}

/** `action.yml`, as GitHub reads it. */
export function readManifest(): Manifest {
  return load(readFileSync(new URL('action.yml', ROOT), 'utf8')) as Manifest;
}

export interface Step {
  /** The Node to run with. */
  readonly node: string;
  /** The bundle. */
  readonly main: string;
  /** `with:`. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The variables of a run, and what the step's `env:` adds. */
  readonly env: Readonly<Record<string, string>>;
  /** The content of the file that `GITHUB_EVENT_PATH` names; text is written as it is. */
  readonly event: unknown;
  /** What `strategy.job-index`, `job.check_run_id` and `job.status` are. */
  readonly contexts?: Readonly<Record<string, string>>;
  /** What the main stage has saved; given for the stage behind the last step of the job. */
  readonly state?: Readonly<Record<string, string>>;
}

export interface Annotation {
  readonly level: string;
  readonly title: string;
  readonly message: string;
}

export interface StepResult {
  readonly conclusion: 'success' | 'failure';
  /** What people see: commands taken out, masks applied. */
  readonly log: string;
  /** What the action wrote. */
  readonly raw: string;
  readonly annotations: readonly Annotation[];
  /** Names of the commands that the runner understood, in order. */
  readonly commands: readonly string[];
  readonly masks: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly state: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs one stage of a step: inputs are evaluated for each, as the runner does. */
export async function runStep(step: Step): Promise<StepResult> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-runner-'));
  try {
    const files = commandFiles(folder);
    const eventPath = join(folder, 'event.json');
    writeFileSync(
      eventPath,
      typeof step.event === 'string' ? step.event : JSON.stringify(step.event),
    );
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      CI: 'true',
      RUNNER_TEMP: folder,
      RUNNER_OS: 'Linux',
      ...step.env,
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_WORKSPACE: folder,
      ...files,
      ...inputVariables(step),
      ...stateVariables(step),
    };
    const { raw, exitCode } = await runNode(step.node, step.main, env, folder);
    return {
      ...readOutput(raw),
      conclusion: exitCode === 0 ? 'success' : 'failure',
      raw,
      outputs: parseKeyValues(readFileSync(files.GITHUB_OUTPUT, 'utf8')),
      state: parseKeyValues(readFileSync(files.GITHUB_STATE, 'utf8')),
      summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function commandFiles(folder: string) {
  const make = (name: string): string => {
    const path = join(folder, name);
    writeFileSync(path, '');
    return path;
  };
  return {
    GITHUB_OUTPUT: make('output'),
    GITHUB_STATE: make('state'),
    GITHUB_ENV: make('env'),
    GITHUB_PATH: make('path'),
    GITHUB_STEP_SUMMARY: make('summary'),
  };
}

/** Hyphens stay in the names; defaults may hold expressions, and unknown properties are empty. */
function inputVariables({ inputs, contexts = {} }: Step): Record<string, string> {
  const manifest = readManifest();
  for (const name of Object.keys(inputs)) {
    if (!Object.hasOwn(manifest.inputs, name)) throw new Error(`action.yml has no input ${name}`);
  }
  const variables = Object.entries(manifest.inputs).map(([name, { default: fallback = '' }]) => {
    const value = inputs[name] ?? evaluate(String(fallback), contexts);
    return [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value];
  });
  return Object.fromEntries(variables) as Record<string, string>;
}

function stateVariables({ state = {} }: Step): Record<string, string> {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]));
}

function evaluate(text: string, contexts: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) => contexts[path] ?? '');
}

async function runNode(
  node: string,
  main: string,
  env: Record<string, string>,
  cwd: string,
): Promise<{ raw: string; exitCode: number | null }> {
  const child = spawn(node, [main], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let raw = '';
  child.stdout.on('data', (chunk) => {
    raw += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    raw += String(chunk);
  });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { raw, exitCode };
}

function readOutput(raw: string) {
  const annotations: Annotation[] = [];
  const commands: string[] = [];
  const masks: string[] = [];
  const lines: string[] = [];
  for (const line of raw.split('\n')) {
    const command = parseCommand(line);
    if (command === undefined) {
      lines.push(line);
      continue;
    }
    commands.push(command.name);
    if (command.name === 'add-mask') masks.push(command.data);
    else {
      annotations.push({
        level: command.name,
        title: command.properties['title'] ?? '',
        message: command.data,
      });
      lines.push(`${command.name}: ${command.data}`);
    }
  }
  const log = masks.reduce((text, mask) => text.replaceAll(mask, '***'), lines.join('\n'));
  return { annotations, commands, masks, log };
}
