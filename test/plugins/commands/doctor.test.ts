import { expect } from 'chai';
import { closedPort, startProxy, startServer } from '../../support/action-http.ts';
import { type CommandResult, runCommand, type WorldOptions } from '../../support/action-world.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';

interface Check {
  readonly check: string;
  readonly level: string;
  readonly message: string;
  readonly advice?: string;
}

const GIT = {
  'remote get-url origin': 'git@git.example.com:acme/shop.git',
  'rev-parse HEAD': 'c0ffee',
};

describe('milepost doctor', () => {
  let milepost: TestMilepost;
  before(async () => {
    milepost = await startMilepost();
  });
  after(() => milepost.close());

  function doctor(args: readonly string[], options: WorldOptions = {}): Promise<CommandResult> {
    const env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.key, ...options.env };
    return runCommand(['doctor', ...args], { git: GIT, clock: Date.now, ...options, env });
  }

  async function checks(options: WorldOptions = {}) {
    const { code, out } = await doctor(['--json'], options);
    const { exitCode, checks: all } = JSON.parse(out) as { exitCode: number; checks: Check[] };
    expect(exitCode).to.equal(code);
    const find = (name: string) => all.find(({ check }) => check === name);
    return { code, all, find };
  }

  it('looks at everything in order, and finds nothing', async () => {
    const { code, out, err } = await doctor([]);
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    const lines = out.split('\n').filter((line) => /^\w/.test(line));
    expect(lines.map((line) => line.slice(9, 19).trim())).to.deep.equal([
      ...['settings', 'host', 'proxy', 'connection', 'tls', 'milepost', 'version', 'clock'],
      ...['store', 'key', 'ci', 'id token'],
    ]);
    expect(out).to.contain('READ_WRITE, of the organization ');
    expect(out).to.contain('source //git.example.com/acme/shop, version c0ffee');
    expect(out).to.not.contain('problem').and.to.not.contain(milepost.key);
    // 0.0.0-test and 1.2.3
    expect(out).to.match(/^warning {2}version /m);
  });

  it('tells what the key may not do, what is wrong with it, and that it is missing', async () => {
    const readOnly = await checks({ env: { MILEPOST_API_KEY: milepost.readKey } });
    expect(readOnly.code).to.equal(0);
    expect(readOnly.find('key')).to.include({ level: 'warning' });
    expect(readOnly.find('key')?.message).to.contain('it may query, and not send');
    const wrong = await checks({ env: { MILEPOST_API_KEY: 'mp_wrong' } });
    expect(wrong.code).to.equal(2);
    expect(wrong.find('key')).to.include({ level: 'problem' });
    const missing = await checks({ env: { MILEPOST_API_KEY: '' } });
    expect(missing.code).to.equal(2);
    expect(missing.find('settings')?.message).to.contain('MILEPOST_API_KEY: is missing');
    expect(missing.find('key')?.level).to.equal('skipped');
    expect(missing.find('store')?.level).to.equal('ok');
  });

  it('tells an outage from a wrong address by its exit code', async () => {
    const down = await checks({ env: { MILEPOST_URL: `http://127.0.0.1:${await closedPort()}` } });
    expect(down.code).to.equal(1);
    expect(down.find('connection')?.message).to.equal('the connection was refused');
    const nonsense = await checks({ env: { MILEPOST_URL: 'ftp://x' } });
    expect(nonsense.code).to.equal(2);
    const unresolved = await checks({
      env: { MILEPOST_URL: 'http://milepost.invalid' },
      addressesOf: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    expect(unresolved.code).to.equal(1);
    expect(unresolved.find('host')?.message).to.contain('there is no such host name');
  });

  it('gives the key to nobody but Milepost', async () => {
    for (const answer of [
      { status: 200, body: '<h1>Welcome</h1>' },
      { status: 302, headers: { Location: 'https://elsewhere.test/' } },
      { status: 502 },
    ]) {
      const stranger = await startServer([answer]);
      const { code, find } = await checks({ env: { MILEPOST_URL: stranger.url } });
      expect(code).to.equal(answer.status === 502 ? 1 : 2);
      expect(find('milepost')?.level).to.equal('problem');
      for (const { headers } of stranger.received) {
        expect(headers.authorization).to.not.contain(milepost.key);
      }
      await stranger.close();
    }
  });

  it('says which proxy is taken, without its password', async () => {
    const proxy = await startProxy(milepost.port);
    const http_proxy = proxy.url.replace('http://', 'http://user:hunter2@');
    const env = { MILEPOST_URL: 'http://milepost.test', http_proxy };
    const { code, all, find } = await checks({ env });
    expect(code).to.equal(0);
    expect(find('proxy')?.message).to.equal(`goes through ${proxy.url}`);
    expect(find('tls')?.level).to.equal('warning');
    expect(JSON.stringify(all)).to.not.contain('hunter2');
    expect(proxy.passed[0]).to.equal('GET http://milepost.test/healthz');
    await proxy.close();
    const bypassed = await checks({ env: { http_proxy } });
    expect(bypassed.find('proxy')?.message).to.contain('not for this address');
    const wrong = await checks({ env: { ...env, http_proxy: 'socks5://a:1' } });
    expect(wrong.code).to.equal(2);
  });

  it('says that a certificate is not trusted, and what to do', async () => {
    const server = await startServer([{ status: 200 }], { tls: true });
    const { code, find } = await checks({ env: { MILEPOST_URL: server.url } });
    expect(code).to.equal(2);
    expect(find('connection')?.message).to.contain('NODE_EXTRA_CA_CERTS');
    await server.close();
  });

  it('warns of clocks that differ by more than 30 s', async () => {
    const ahead = await checks({ clock: () => Date.now() + 60_000 });
    expect(ahead.find('clock')).to.include({ level: 'warning' });
    expect(ahead.find('clock')?.message).to.match(/^(60|61) s ahead of the server$/);
    const behind = await checks({ clock: () => Date.now() - 20_000 });
    expect(behind.find('clock')?.level).to.equal('ok');
  });

  it('says which CI this is, what it would send, and how a key could be left out', async () => {
    const gitlab = {
      ...{ GITLAB_CI: 'true', CI_PROJECT_URL: 'https://gitlab.example.com/acme/shop' },
      ...{ CI_COMMIT_SHA: 'c0ffee', CI_ENVIRONMENT_NAME: 'production', CI_JOB_ID: '7' },
    };
    const { find } = await checks({ env: gitlab });
    expect(find('ci')?.message).to.match(/^GitLab CI: type .+, environment production$/);
    expect(find('id token')?.message).to.contain('id_tokens');
    const withToken = await checks({ env: { ...gitlab, MILEPOST_ID_TOKEN: 'secret-token' } });
    expect(withToken.find('id token')?.message).to.contain('not used, since there is a key');
    expect(JSON.stringify(withToken.all)).to.not.contain('secret-token');
  });

  it('never shows the key, even if the server does', async () => {
    const body = JSON.stringify({ success: false, error: `no such key ${milepost.key}` });
    const health = { success: true, data: { status: 'ok', version: '1.2.3' } };
    const ok = { status: 200, body: JSON.stringify(health) };
    const server = await startServer([ok, ok, { status: 401, body }]);
    const { code, out } = await doctor([], { env: { MILEPOST_URL: server.url } });
    expect(code).to.equal(1);
    expect(out).to.contain('no such key ***').and.to.not.contain(milepost.key);
    await server.close();
  });
});
