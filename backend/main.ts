/** The process: configuration in, a listening server out, signals, exit codes. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contextCommand } from './commands/context.ts';
import { integrationsCommand } from './commands/integrations.ts';
import { keysCommand } from './commands/keys.ts';
import { retentionCommand } from './commands/retention.ts';
import type { StoreCommand } from './commands/run.ts';
import { trustCommand } from './commands/trust.ts';
import { usersCommand } from './commands/users.ts';
import { type Config, loadConfig } from './config.ts';
import { createLog } from './log.ts';
import type { FirstStart } from './services/set-up.ts';
import { openStore } from './store/open.ts';

/** What is not finished by then is cut, ms; an orchestrator kills after 10 s. */
const SHUTDOWN_MS = 9000;

/** What the launcher calls: `serve` and the commands that work on the store itself. */
export async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'serve' && rest.length === 0) return serve(env);
  if (command === 'serve') return explainServe(rest);
  const perform = COMMANDS.get(command) ?? keysCommand;
  process.exitCode = await perform(rest, configOrExit(env), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
}

/** Commands on the store itself. */
const COMMANDS = new Map<string | undefined, StoreCommand>([
  ['keys', keysCommand],
  ['trust', trustCommand],
  ['integrations', integrationsCommand],
  ['users', usersCommand],
  ['context', contextCommand],
  ['retention', retentionCommand],
]);

const SERVE_HELP = `Usage: milepost serve

Runs the server until it gets a signal. It takes no options: it is configured by the environment, by
PORT, HOST, DATA_DIR, MONGODB_URI, BASE_URL and others; docs/configuration.md names them all.
`;

function explainServe(args: readonly string[]): void {
  const isAsked = args.every((arg) => arg === '--help' || arg === '-h');
  if (isAsked) process.stdout.write(SERVE_HELP);
  else process.stderr.write(`milepost: serve takes no ${args.join(' ')}\n\n${SERVE_HELP}`);
  process.exitCode = isAsked ? 0 : 2;
}

/** `milepost serve`: runs until a signal, then exits with 0 when everything was finished. */
async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const config = configOrExit(env);
  const log = createLog(config.logLevel);
  const { folder, version } = packageRoot();
  const dashboardFolder = join(folder, 'dist/dashboard');
  // Here alone: the commands do without what a server is made of, which takes its time to load.
  const { compose } = await import('./compose.ts');
  const milepost = await startOrExit(async () => {
    const store = await openStore(config);
    const composed = await compose({ config, store, log, version, dashboardFolder });
    const { host, port, baseUrl, firstStart } = await composed.listen();
    const words = firstStart === null ? '' : firstWords(firstStart, baseUrl);
    process.stdout.write(
      `Milepost ${version} (${store.kind}) is listening on http://${host}:${port}\n${words}`,
    );
    return composed;
  });

  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'shutting down');
    setTimeout(() => {
      log.error({}, 'shutting down took too long');
      process.exit(1);
    }, SHUTDOWN_MS).unref();
    milepost.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'shutting down failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // After an error that nobody handled the process is in no known state: better a new one.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'a bug ended the process');
    process.exit(1);
  });
}

/** Exits with 1 and names every problem when the configuration is wrong. */
function configOrExit(env: NodeJS.ProcessEnv): Config {
  const loaded = loadConfig(env);
  if (loaded.ok) return loaded.config;
  process.stderr.write(`The configuration is wrong:\n  ${loaded.problems.join('\n  ')}\n`);
  process.exit(1);
}

/** Exits with 1 and one sentence when it cannot start; a stack would help nobody. */
async function startOrExit<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE'
        ? `${message.replace(/^listen EADDRINUSE: /, '')}; stop what listens there, or set PORT`
        : message;
    process.stderr.write(`Milepost cannot start: ${reason}\n`);
    process.exit(1);
  }
}

function firstWords({ secret, setupToken }: FirstStart, baseUrl: string): string {
  const event = {
    specversion: '1.0',
    type: 'deployment',
    source: 'hello-milepost',
    time: 'NOW',
    subject: 'production',
    version: '1.0.0',
  };
  return `
API key (shown once): ${secret}
Set-up link: ${baseUrl}/set-up#${setupToken}

Record your first event:

  curl -sS ${baseUrl}/api/v1/events -H 'Authorization: Bearer ${secret}' -H 'Content-Type: application/json' -d '${JSON.stringify(event)}'

Then open the set-up link, and become the owner.
`;
}

/** The package's folder, from the source as well as from the bundle. */
function packageRoot(): { readonly folder: string; readonly version: string } {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder, version };
}
