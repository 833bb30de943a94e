import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { createClient } from '../support/http.ts';
import { readPage } from '../support/markdown.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { type Running, start } from '../support/shell.ts';

describe('docs/live-feed.md', function () {
  this.timeout(20_000);
  const [program] = readPage('docs/live-feed.md').blocks;
  let folder: string;
  let milepost: TestMilepost;
  let key: string;
  let client: Running | undefined;
  const serve = (port = 0): Promise<TestMilepost> =>
    startMilepost({
      env: { PORT: String(port) },
      open: () => openSqliteStore(join(folder, 'milepost.db')),
    });
  const post = (version: string) =>
    createClient(milepost.url, key).post({
      specversion: '1.0',
      type: 'deployment',
      source: 'shop',
      time: 'NOW',
      version,
    });
  const follow = (secret: string): Running => {
    const env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: secret };
    return start('js', program?.code ?? '', { env });
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'milepost-'));
    milepost = await serve();
    key = milepost.key;
  });
  after(async () => {
    await client?.kill();
    await milepost.close();
    rmSync(folder, { recursive: true });
  });

  it('has a client that shows every event once, also across a restart of the server', async () => {
    client = follow(key);
    await client.until((out) => out === 'ready\n');
    await post('1');
    await client.until((out) => out.includes('shop 1\n'));
    const { port } = milepost;
    await milepost.close();
    milepost = await serve(port);
    await post('2');
    await client.until((out) => out.endsWith('ready\n') && out.includes('shop 2\n'));
    await post('3');
    await client.until((out) => out.includes('shop 3\n'));
    expect(client.out()).to.equal(
      'ready\ndeployment shop 1\ndeployment shop 2\nready\ndeployment shop 3\n',
    );
  });

  it('has a client that gives up when its key is refused, and says why', async () => {
    const { code, err } = await follow(`${key.slice(0, -1)}-`).ended;
    expect(code).to.equal(1);
    expect(err).to.contain('the API key is malformed');
  });
});
