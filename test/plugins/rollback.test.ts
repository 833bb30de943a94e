import { execFileSync } from 'node:child_process';
import { expect } from 'chai';
import { askServer, pastFrom } from '../../plugins/history.ts';
import { lookBack, type Past } from '../../plugins/rollback.ts';
import { createTransport } from '../../plugins/transport.ts';
import { askGit, isAncestor } from '../../plugins/working-copy.ts';
import { closedPort } from '../support/action-http.ts';
import { createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { temporaryFolder } from '../support/process.ts';

const CELL = {
  specversion: '1.0',
  source: '//github.com/acme/shop',
  subject: 'production',
} as const;

describe('whether a deployment goes back', () => {
  let milepost: TestMilepost;
  let minute = 0;
  beforeEach(async () => {
    milepost = await startMilepost();
    minute = 0;
  });
  afterEach(() => milepost.close());

  async function record(version: string, over: object = {}): Promise<void> {
    minute += 1;
    const time = new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
    const event = {
      ...CELL,
      type: 'deployment',
      id: `${version}-${minute}`,
      version,
      time,
      ...over,
    };
    const response = await createClient(milepost.url, milepost.key).post(event);
    expect(response.status).to.equal(201);
  }

  async function look(version: string, over: object = {}, url = milepost.url): Promise<Past> {
    const target = { url, key: milepost.key };
    const event = { ...CELL, type: 'deployment', id: 'ours', version, time: 'NOW', ...over };
    return lookBack(event, {
      ask: askServer(target, 'milepost-test', createTransport({})),
      isAncestor: async () => undefined,
    });
  }

  it('does where a version comes back that ran before the one that runs', async () => {
    await record('v1');
    await record('v2');
    const past = await look('v1');
    expect(past).to.deep.include({
      rollback: { value: 'rollback', origin: 'it ran here before v2' },
    });
    expect(past).to.have.nested.property('previous.version', 'v2');
  });

  it('does not for the first one, a new one, or the same once more', async () => {
    expect(await look('v1')).to.deep.equal({ kind: 'known', previous: undefined });
    await record('v1');
    for (const version of ['v1', 'v2']) {
      expect(await look(version)).to.not.have.property('rollback');
      expect(await look(version)).to.have.nested.property('previous.version', 'v1');
    }
  });

  it('goes forward again to the version that was rolled back', async () => {
    for (const version of ['v1', 'v2']) await record(version);
    await record('v1', { type: 'rollback' });
    expect(await look('v2')).to.not.have.property('rollback');
  });

  it('looks at its own cell only', async () => {
    for (const version of ['v1', 'v2']) await record(version, { subject: 'staging' });
    await record('v2');
    expect(await look('v1')).to.not.have.property('rollback');
    expect(await look('v1', { subject: undefined })).to.deep.equal({ kind: 'known' });
  });

  it('does not count what failed', async () => {
    await record('v1');
    await record('v2', { type: 'deployment-failed' });
    expect(await look('v1')).to.have.nested.property('previous.version', 'v1');
    expect(await look('v1')).to.not.have.property('rollback');
  });

  it('says the same when it was recorded by an earlier attempt', async () => {
    for (const version of ['v1', 'v2']) await record(version);
    await record('v1', { id: 'ours', type: 'rollback' });
    expect(await look('v1')).to.have.nested.property('rollback.value', 'rollback');
    expect(await look('v1')).to.have.nested.property('previous.version', 'v2');
  });

  it('asks git about a commit that never ran there', async () => {
    const [folder, remove] = temporaryFolder();
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
    git('init', '--quiet');
    const commit = () => {
      git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x');
      return git('rev-parse', 'HEAD');
    };
    const [older = '', running = '', newer = ''] = [commit(), commit(), commit()];
    await record(running, { data: { ci: { sha: running } } });
    const target = { url: milepost.url, key: milepost.key };
    const judge = (sha: string) =>
      lookBack(
        {
          ...CELL,
          type: 'deployment',
          id: 'ours',
          version: sha,
          time: 'NOW',
          data: { ci: { sha } },
        },
        {
          ask: askServer(target, 'milepost-test', createTransport({})),
          isAncestor: (one, of) => isAncestor((...args) => askGit('-C', folder, ...args), one, of),
        },
      );
    expect(await judge(older)).to.have.nested.property('rollback.value', 'rollback');
    expect(await judge(newer)).to.not.have.property('rollback');
    expect(await judge('f'.repeat(40)), 'of another branch').to.not.have.property('rollback');
    remove();
  });

  it('comes with the time of the commit, where only git knows it', async () => {
    const [folder, remove] = temporaryFolder();
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, ...args], {
        encoding: 'utf8',
        env: { ...process.env, GIT_COMMITTER_DATE: '2026-03-09T16:20:11+01:00' },
      }).trim();
    git('init', '--quiet');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'x');
    const sha = git('rev-parse', 'HEAD');
    const ask = pastFrom(undefined, {
      userAgent: 'milepost-test',
      transport: createTransport({}),
      git: (...args) => askGit('-C', folder, ...args),
    });
    const event = { ...CELL, type: 'deployment', id: 'ours', time: 'NOW' } as const;
    const past = await ask({ ...event, data: { ci: { sha } } });
    expect(past.commitTime).to.deep.equal({ value: '2026-03-09T16:20:11+01:00', origin: 'git' });
    const [known, hostile] = await Promise.all([
      ask({ ...event, data: { commitTime: 'said', ci: { sha } } }),
      ask({ ...event, data: { ci: { sha: '--output=x' } } }),
    ]);
    expect([known.commitTime, hostile.commitTime]).to.deep.equal([undefined, undefined]);
    remove();
  });

  it('is not known while the server is down, and that takes no time', async () => {
    const past = await look('v1', {}, `http://127.0.0.1:${await closedPort()}`);
    expect(past.kind).to.equal('unknown');
  });
});
