/** `milepost trust` and `milepost keys --json`, beside a running server. */
import { expect } from 'chai';
import type { ApiKey } from '../../backend/model/key.ts';
import type { Trust } from '../../backend/model/trust.ts';
import { EVENTS } from '../support/http.ts';
import { startIssuer, type TestIssuer } from '../support/issuer.ts';
import { milepost, type Ran, type Served, serve, temporaryFolder } from '../support/process.ts';

describe('milepost trust', function () {
  this.timeout(60_000);
  let folder: string;
  let remove: () => void;
  let issuer: TestIssuer;
  let served: Served;
  const run = (...args: string[]): Promise<Ran> => milepost(args, { DATA_DIR: folder });
  const list = async (): Promise<Trust[]> =>
    JSON.parse((await run('trust', 'list', '--json')).out) as Trust[];
  const status = async (claims: Readonly<Record<string, unknown>>): Promise<number> => {
    const token = await issuer.sign({ aud: served.url, ...claims });
    const answer = await fetch(`${served.url}${EVENTS}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    return answer.status;
  };

  before(async () => {
    [folder, remove] = temporaryFolder();
    issuer = await startIssuer();
    served = await serve({ DATA_DIR: folder });
  });
  after(async () => {
    await served.kill('SIGKILL');
    await issuer.close();
    remove();
  });

  it('lets a repository in and out while the server runs', async () => {
    const claims = { repository: 'acme/shop', repository_id: '7' };
    expect(await status(claims)).to.equal(401);
    const added = await run('trust', 'add', 'github:acme/shop', '--issuer', `${issuer.url}/`);
    expect(added.code, added.err).to.equal(0);
    expect(added.out).to.match(/^[\w-]{36}\n$/);
    expect(added.err).to.include('id-token: write').and.include('first repository that comes with');
    expect(await status(claims)).to.equal(200);
    const id = added.out.trim();
    const [trust] = await list();
    expect(trust).to.include({ id, name: 'acme/shop', resourceId: '7', issuer: issuer.url });

    const listed = await run('trust', 'list');
    expect(listed.out).to.match(
      new RegExp(`^${id}\tgithub:acme/shop\tid 7\tevery environment\t.*\tactive\t${issuer.url}\n$`),
    );
    const revoked = await run('trust', 'revoke', id);
    expect(revoked).to.include({ code: 0, out: `revoked ${id}\n` });
    const deadline = performance.now() + 5000;
    let after = 200;
    while (after === 200 && performance.now() < deadline) after = await status(claims);
    expect(after).to.equal(401);
  });

  it('has keys as JSON beside it, with the secret where it is made only', async () => {
    const create = ['keys', 'create', '--name', 'ci', '--scope', 'READ_ONLY', '--json'];
    const made = JSON.parse((await run(...create)).out) as { key: ApiKey; secret: string };
    expect(made.secret).to.match(/^mp_[0-9A-Za-z]{46}$/);
    expect(made.key).to.include({ name: 'ci', scope: 'READ_ONLY', revokedAt: null });
    const listed = (await run('keys', 'list', '--json')).out;
    expect(listed).to.not.include(made.secret).and.not.include('hash');
    expect(JSON.parse(listed)).to.deep.include(made.key);
    const answer = await fetch(`${served.url}${EVENTS}`, {
      headers: { Authorization: `Bearer ${made.secret}` },
    });
    expect(answer.status).to.equal(200);
  });
});
