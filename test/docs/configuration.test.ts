import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { newEvents } from '../support/events.ts';
import { createClient } from '../support/http.ts';
import { readPage } from '../support/markdown.ts';
import { ROOT } from '../support/process.ts';
import { run, start } from '../support/shell.ts';
import { expectText } from './answers.ts';
import { SERVE } from './serve.ts';

const { blocks } = readPage('docs/configuration.md');
const under = (heading: string) => blocks.filter((block) => block.heading === heading);

function has(command: string): boolean {
  return spawnSync(command, ['--version']).error === undefined;
}

describe('docs/configuration.md', function () {
  this.timeout(20_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('shows how a start with wrong settings ends', async () => {
    const [command, shown] = under('Settings');
    const script = (command?.code ?? '').replace('npm start', SERVE);
    const { code, err } = await run('sh', script, { env: { DATA_DIR: folder } });
    expect(code).to.equal(1);
    expectText(shown?.code ?? '', err);
  });

  it('has a unit that systemd accepts', function () {
    if (!has('systemd-analyze')) return this.skip();
    const [unit] = under('As a service').filter(({ language }) => language === 'ini');
    const path = join(folder, 'milepost.service');
    const text = (unit?.code ?? '')
      .replace('/usr/bin/node', process.execPath)
      .replace('/opt/milepost/', ROOT);
    writeFileSync(path, text);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path]);
    expect(
      String(stderr)
        .split('\n')
        .filter((line) => line.includes('milepost.service')),
    ).to.deep.equal([]);
    expect(status).to.equal(0);
  });

  it('has a backup that works while Milepost runs', async function () {
    if (!has('sqlite3')) return this.skip();
    const [command] = under('Backups');
    const store = await openSqliteStore(join(folder, 'milepost.db'));
    await store.events.append(newEvents(50));
    const { code, err } = await run('sh', command?.code ?? '', { folder, env: { DATA_DIR: '.' } });
    expect(code, err).to.equal(0);
    await store.close();
    expect(await countIn(join(folder, 'milepost-backup.db'))).to.equal(50);
  });

  it('says what a copy after a regular stop has to hold', async () => {
    const running = start('sh', `exec ${SERVE}`, { env: { DATA_DIR: folder, PORT: '0' } });
    await running.until((out) => out.includes('Then open the set-up link'));
    const url = /listening on (\S+)/.exec(running.out())?.[1] ?? '';
    const key = /shown once\): (\S+)/.exec(running.out())?.[1] ?? '';
    const event = { specversion: '1.0', type: 'deployment', source: 'shop', time: 'NOW' };
    const client = createClient(url, key);
    for (let count = 0; count < 50; count += 1) await client.post(event);
    running.signal('SIGTERM');
    expect((await running.ended).code).to.equal(0);
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    for (const name of ['milepost.db', 'milepost.db-wal']) {
      if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name));
    }
    expect(await countIn(join(copy, 'milepost.db'))).to.equal(50);
  });
});

async function countIn(path: string): Promise<number> {
  const store = await openSqliteStore(path);
  const counts = await store.events.countValues('default', ['type'], {});
  const head = await store.events.head();
  await store.close();
  expect(counts.type?.[0]?.count).to.equal(head);
  return head;
}
