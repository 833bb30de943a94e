/** Runs pipelines with the shared library by Groovy; see harness.groovy for how far that goes. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../support/process.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
export const LIBRARY = fileURLToPath(new URL('../../../plugins/jenkins', import.meta.url));

export interface Scenario {
  /** A Jenkinsfile. It stands on an agent already, unless `agent` is false. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** Secret text by id. */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly agent?: boolean;
  /** Programs in the workspace, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Name of the workspace's folder. */
  readonly workspace?: string;
  readonly facts?: {
    readonly params?: Readonly<Record<string, string>>;
    readonly startTimeInMillis?: number;
    readonly causes?: readonly Readonly<Record<string, string>>[];
    readonly previousResult?: string;
    readonly absoluteUrl?: string;
    readonly isUnix?: boolean;
    /** What a batch file ends with. */
    readonly batchCode?: number;
    /** Somebody aborts the build while the library works. */
    readonly isAborted?: boolean;
  };
}

export interface Outcome {
  readonly log: string;
  /** What ended the pipeline. */
  readonly problem: { readonly type: string; readonly message: string } | null;
  /** What the script returned, as text. */
  readonly returned: string | null;
  /** Result of the build. */
  readonly result: string;
  /** What is left behind in the temporary folder of the workspace. */
  readonly left: readonly string[];
}

/** How the pipelines are compiled: as any Groovy, or as Jenkins does it. */
export interface Mode {
  readonly name: string;
  readonly jars: readonly string[];
  /** Why it cannot run here. */
  readonly missing: string | undefined;
}

/** `MILEPOST_TEST_GROOVY_CPS`: the folder with groovy-cps and what it needs, but no Groovy. */
export function modes(): readonly Mode[] {
  const missing = groovyMissing();
  const folder = process.env['MILEPOST_TEST_GROOVY_CPS'] ?? '';
  const jars = folder === '' ? [] : readdirSync(folder).map((name) => join(folder, name));
  return [
    { name: 'plain Groovy', jars: [], missing },
    {
      name: 'Groovy transformed by groovy-cps',
      jars,
      missing: missing ?? (jars.length === 0 ? 'MILEPOST_TEST_GROOVY_CPS is not set' : undefined),
    },
  ];
}

/** Runs all of them in one virtual machine, since that takes seconds to start. */
export async function runPipelines<Name extends string>(
  scenarios: Readonly<Record<Name, Scenario>>,
  { jars }: Pick<Mode, 'jars'> = { jars: [] },
): Promise<Readonly<Record<Name, Outcome>>> {
  const [folder, remove] = temporaryFolder();
  const spec = join(folder, 'scenarios.json');
  const results = join(folder, 'results.json');
  writeFileSync(
    spec,
    JSON.stringify({
      library: LIBRARY,
      steps: join(HERE, 'steps'),
      cps: jars.length > 0,
      scenarios,
    }),
  );
  const classPath = [join(HERE, 'stubs'), ...jars].join(delimiter);
  const child = spawn('groovy', ['-cp', classPath, join(HERE, 'harness.groovy'), spec, results], {
    env: { PATH: process.env['PATH'], HOME: folder, JAVA_HOME: javaHome(), LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += String(chunk);
    });
  }
  await once(child, 'close');
  try {
    if (!existsSync(results)) throw new Error(`the harness failed: ${said}`);
    return JSON.parse(readFileSync(results, 'utf8')) as Record<Name, Outcome>;
  } finally {
    remove();
  }
}

function groovyMissing(): string | undefined {
  const found = spawnSync('groovy', ['--version'], {
    env: { ...process.env, JAVA_HOME: javaHome() },
    encoding: 'utf8',
  });
  return found.status === 0 ? undefined : 'there is no Groovy here: apt-get install groovy';
}

/** Debian's groovy looks for a default Java that need not be there. */
function javaHome(): string {
  const given = process.env['JAVA_HOME'];
  if (given) return given;
  const java = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'java'))
    .find((path) => existsSync(path));
  return java === undefined ? '' : dirname(dirname(realpathSync(java)));
}
