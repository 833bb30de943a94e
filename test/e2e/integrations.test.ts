/** `milepost integrations`, beside a running server. */
import { createHmac } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqliteStore } from '../../backend/store/sqlite/store.ts';
import { milepost, type Ran, type Served, serve, temporaryFolder } from '../support/process.ts';

describe('milepost integrations', function () {
  this.timeout(60_000);
  let folder: string;
  let remove: () => void;
  let served: Served;
  const run = (...args: string[]): Promise<Ran> =>
    milepost(['integrations', ...args], { DATA_DIR: folder });
  const send = async (id: string, secret: string): Promise<number> => {
    const body = JSON.stringify({
      samples: [{ metric: 'orders', value: 1, time: 'NOW', subject: 'production' }],
    });
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    const answer = await fetch(`${served.url}/api/v1/metrics/webhook`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Milepost-Integration': id,
        'X-Milepost-Signature': `t=${t},v1=${v1}`,
      },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  before(async () => {
    [folder, remove] = temporaryFolder();
    served = await serve({ DATA_DIR: folder });
  });
  after(async () => {
    await served.kill('SIGKILL');
    remove();
  });

  it('lets a sender in and out while the server runs, and shows its secret once', async () => {
    const made = await run('create', '--name', 'collector');
    expect(made.code, made.err).to.equal(0);
    const [, id = '', secret = ''] = /^(\S+)\t(mps_\S+)\n$/.exec(made.out) ?? [];
    expect(await send(id, secret)).to.equal(202);
    const listed = await run('list');
    expect(listed.out).to.match(new RegExp(`^${id}\t.*\tactive\tcollector\n$`));
    expect((await run('list', '--json')).out)
      .to.not.contain(secret)
      .and.not.contain('sealed');
    expect(readFileSync(join(folder, 'milepost.db')).includes(secret)).to.equal(false);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).to.equal(0o600);
    expect(await run('revoke', id)).to.include({ code: 0, out: `revoked ${id}\n` });
    expect(await send(id, secret)).to.equal(401);
    expect((await run('list')).out).to.contain('\trevoked 20');
    const store = await openSqliteStore(join(folder, 'milepost.db'));
    const { entries } = await store.audit.page('default', { filter: {}, limit: 100 });
    await store.close();
    const own = entries.filter(({ target }) => target?.id === id);
    expect(own.map(({ action, actor }) => `${action} by ${actor.kind}`)).to.deep.equal([
      'integration.revoked by cli',
      'integration.created by cli',
    ]);
  });

  it('says what is wrong', async () => {
    expect(await run('create')).to.include({ code: 2 });
    expect((await run('create', '--name', 'x', '--org', 'no')).err).to.contain('no organization');
    expect((await run('revoke', 'no')).err).to.contain('there is no integration no');
    expect((await run('destroy')).err).to.contain('use create, list or revoke');
    const { code, err } = await milepost(['integrations', 'list', '--nam', 'x'], {
      DATA_DIR: folder,
    });
    expect({ code, isSaid: err.includes("'--nam'") }).to.deep.equal({ code: 2, isSaid: true });
  });
});
