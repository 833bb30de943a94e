/** A real Prometheus, where the machine has one: `apt-get install prometheus`. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why there is none; null where there is. */
export function whyNoPrometheus(): string | null {
  const { status, error } = spawnSync('prometheus', ['--version'], { stdio: 'ignore' });
  return error === undefined && status === 0 ? null : 'there is no prometheus on this machine';
}

export interface Prometheus {
  readonly url: string;
  close(): Promise<void>;
}

/** Resolves when it answers. Files: `prometheus.yml`, and those that it names. */
export async function startPrometheus(
  files: (port: number) => Readonly<Record<string, string>>,
): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-prometheus-'));
  const port = await freePort();
  for (const [name, text] of Object.entries(files(port))) writeFileSync(join(folder, name), text);
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = `http://127.0.0.1:${port}`;
  await isReady(url, child, () => said);
  return {
    url,
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string, child: ChildProcess, said: () => string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`prometheus has stopped: ${said()}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
