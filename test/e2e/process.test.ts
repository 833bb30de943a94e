/** The process: first start, signals, death, the command line beside it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { milepost, type Served, serve, temporaryFolder } from '../support/process.ts';

const run = promisify(execFile);

async function list(url: string, key: string, query = ''): Promise<StoredEvent[]> {
  const answer = await fetch(`${url}/api/v1/events?limit=100&${query}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const { data } = (await answer.json()) as { data: StoredEvent[] };
  return data;
}

function post(url: string, key: string, event: object): Promise<Response> {
  return fetch(`${url}/api/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ specversion: '1.0', type: 'deployment', time: 'NOW', ...event }),
  });
}

describe('milepost serve', function () {
  this.timeout(60_000);
  let folder: string;
  let remove: () => void;
  let running: Served[];
  beforeEach(() => {
    [folder, remove] = temporaryFolder();
    running = [];
  });
  afterEach(async () => {
    for (const one of running) await one.kill('SIGKILL');
    remove();
  });
  const start = async (env: Record<string, string> = {}): Promise<Served> => {
    const served = await serve({ DATA_DIR: folder, ...env });
    running.push(served);
    return served;
  };

  it('prints on the first start what one needs, and a curl that works as printed', async () => {
    const served = await start();
    expect(served.output()).to.match(/listening on http:\/\/127\.0\.0\.1:\d+$/m);
    expect(served.output()).to.match(/^API key \(shown once\): mp_[0-9A-Za-z]{46}$/m);
    expect(served.setupLink).to.match(/^http:\/\/127\.0\.0\.1:\d+\/set-up#/);
    const curl = /^ {2}(curl .*)$/m.exec(served.output())?.[1] ?? '';
    const { stdout } = await run('bash', ['-c', curl]);
    const answer = JSON.parse(stdout) as { success: boolean; data: StoredEvent };
    expect(answer).to.include({ success: true });
    expect((await list(served.url, served.key)).map((one) => one.id)).to.deep.equal([
      answer.data.id,
    ]);
  });

  it('prints no secret again, and keeps its key over a restart', async () => {
    const first = await start();
    await post(first.url, first.key, { source: 'a', id: '1' });
    expect(await first.kill('SIGTERM')).to.equal(0);
    const second = await start();
    expect(second.output()).not.to.match(/mp_|Set-up link/);
    expect((await list(second.url, first.key)).map((one) => one.id)).to.deep.equal(['1']);
  });

  it('finishes what is in flight on SIGTERM, and exits with 0', async () => {
    const served = await start();
    const posts = Array.from({ length: 300 }, (_, index) =>
      post(served.url, served.key, { source: 'a', id: String(index) }).then(
        (answer) => ({ index, status: answer.status }),
        () => ({ index, status: 0 }),
      ),
    );
    expect((await Promise.race(posts)).status).to.equal(201);
    expect(await served.kill('SIGTERM')).to.equal(0);
    const answers = await Promise.all(posts);
    const restarted = await start();
    const stored = new Set<string>();
    for (const { index, status } of answers) {
      expect(status, `answer ${index}`).to.be.oneOf([201, 503, 0]);
      if (status === 201) stored.add(String(index));
    }
    const exported = await fetch(`${restarted.url}/api/v1/events/export`, {
      headers: { Authorization: `Bearer ${served.key}` },
    });
    const ids = (await exported.text())
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as StoredEvent).id);
    expect(ids).to.include.members([...stored]);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('names every problem of its configuration at once, and exits with 1', async () => {
    const ran = await milepost(['serve'], { PORT: 'many', LOG_LEVEL: 'loud', DATA_DIR: folder });
    expect(ran.code).to.equal(1);
    expect(ran.err).to.contain('PORT: must be').and.contain('LOG_LEVEL: must be');
  });

  it('says what is wrong when its port is taken', async () => {
    const served = await start();
    const ran = await milepost(['serve'], { PORT: new URL(served.url).port, DATA_DIR: folder });
    expect(ran.code).to.equal(1);
    expect(ran.err).to.contain('already in use').and.contain('set PORT').and.not.contain('    at ');
  });

  it('makes, lists and revokes keys beside the running server', async () => {
    const served = await start();
    const made = await milepost(['keys', 'create', '--name', 'ci', '--scope', 'READ_ONLY'], {
      DATA_DIR: folder,
    });
    expect(made.code).to.equal(0);
    expect(made.out).to.match(/^mp_[0-9A-Za-z]{46}\n$/);
    const key = made.out.trim();
    expect(await list(served.url, key)).to.deep.equal([]);
    expect((await post(served.url, key, { source: 'a' })).status).to.equal(403);

    const listed = await milepost(['keys', 'list'], { DATA_DIR: folder });
    expect(listed.out).to.contain(key.slice(0, 8)).and.not.contain(key.slice(8));
    const id =
      listed.out
        .split('\n')
        .find((line) => line.endsWith('\tci'))
        ?.split('\t')[0] ?? '';
    const revoked = await milepost(['keys', 'revoke', id], { DATA_DIR: folder });
    expect(revoked.code).to.equal(0);
    const deadline = Date.now() + 5000;
    let status = 200;
    while (status === 200 && Date.now() < deadline) {
      const answer = await fetch(`${served.url}/api/v1/whoami`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      status = answer.status;
    }
    expect(status).to.equal(401);
  });

  it('explains mistakes on the command line', async () => {
    const wrong = await milepost(['keys', 'create', '--name', 'x', '--scope', 'ADMIN'], {
      DATA_DIR: folder,
    });
    expect(wrong).to.include({ code: 2, out: '' });
    expect(wrong.err).to.contain('--scope: must be READ_ONLY or READ_WRITE');
    const unknown = await milepost(['keys', 'create', '--nmae', 'x'], { DATA_DIR: folder });
    expect(unknown.code).to.equal(2);
    expect(unknown.err).to.contain('--nmae');
  });
});
