import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import { closedPort } from '../../support/action-http.ts';
import { type CommandResult, runCommand, type WorldOptions } from '../../support/action-world.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';

const CASE = new URL('../../fixtures/ci/github/deployment-status-success/', import.meta.url);

describe('milepost send', () => {
  let milepost: TestMilepost;

  before(async () => {
    milepost = await startMilepost();
  });
  after(() => milepost.close());

  function send(args: readonly string[], options: WorldOptions = {}): Promise<CommandResult> {
    const env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.key, ...options.env };
    return runCommand(['send', ...args], { ...options, env });
  }

  async function down(): Promise<{ MILEPOST_URL: string }> {
    return { MILEPOST_URL: `http://127.0.0.1:${await closedPort()}` };
  }

  it('records what it is told, prints the stored event and where each value comes from', async () => {
    const { code, out, err } = await send([
      ...['--type', 'rollback', '--source', 'BE', '--environment', 'production'],
      ...['--version=1.3.9', '--severity', 'major', '--description', 'back again'],
      ...['--data', '{"ticket": "OPS-1"}', '--time', '2026-11-20T12:00:00+02:00', '--id', 'r-1'],
    ]);
    expect(code).to.equal(0);
    const stored = JSON.parse(out) as StoredEvent;
    expect(stored).to.deep.include({
      id: 'r-1',
      type: 'rollback',
      source: 'BE',
      time: '2026-11-20T10:00:00.000Z',
      subject: 'production',
      severity: 'MAJOR',
      version: '1.3.9',
      data: { description: 'back again', ticket: 'OPS-1' },
    });
    expect(stored.createdAt).to.be.a('string');
    expect(await milepost.events()).to.deep.include(stored);
    expect(err).to.contain('  subject = production (--environment)\n');
    expect(err).to.contain(`Recorded: ${milepost.url}/timeline?event=r-1&eventSource=BE\n`);
  });

  it('derives everything from the CI it runs in', async () => {
    const env = JSON.parse(readFileSync(new URL('env.json', CASE), 'utf8')) as {
      [name: string]: string;
    };
    const options = {
      env: { ...env, GITHUB_EVENT_PATH: '/event.json' },
      files: { '/event.json': readFileSync(new URL('event.json', CASE), 'utf8') },
    };
    const first = await send([], options);
    const event = JSON.parse(first.out) as StoredEvent;
    expect(event).to.deep.include({ source: '//github.com/acme/shop', subject: 'production' });
    const again = await send([], options);
    expect(again.err).to.contain('Recorded already: ');
    expect(again.out).to.equal(first.out);
    const unread = await send(['--dry-run'], { env: options.env });
    expect(JSON.parse(unread.out)).to.not.have.property('subject');
  });

  it('asks git outside of a CI, unless the source is given', async () => {
    const git = {
      'remote get-url origin': 'git@git.example.com:acme/shop.git',
      'rev-parse HEAD': 'c0ffee',
      'rev-parse --abbrev-ref HEAD': 'main',
    };
    const derived = await send(['--dry-run'], { git });
    expect(JSON.parse(derived.out)).to.deep.include({
      source: '//git.example.com/acme/shop',
      version: 'c0ffee',
    });
    expect(derived.err).to.contain('version = c0ffee (HEAD)');
    const given = await send(['--dry-run', '--source', 'DB'], { git });
    expect(JSON.parse(given.out)).to.not.have.any.keys('version', 'data');
  });

  it('takes an empty option, such as of an unset variable, for none', async () => {
    const { out } = await send(['--dry-run', '--source', 'DB', '--version', '', '--data', '']);
    expect(JSON.parse(out)).to.not.have.any.keys('version', 'data');
  });

  it('sends nothing when it is only asked what it would send', async () => {
    const before = await milepost.events();
    const env = { MILEPOST_URL: '', MILEPOST_API_KEY: '' };
    const { code, out } = await send(['--dry-run', '--source', 'DB'], { env });
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.include({ source: 'DB', id: 'new-id' });
    expect(await milepost.events()).to.deep.equal(before);
  });

  it('lets a deploy script go on while Milepost is down, and hands the event back', async () => {
    const { code, out, err } = await send(['--source', 'DB', '--id', 'kept'], {
      env: await down(),
    });
    expect(code).to.equal(0);
    expect(err).to.contain('milepost: not recorded: ').and.to.contain('milepost send --replay');
    const replayed = await send(['--replay', 'kept.json'], { files: { 'kept.json': out } });
    expect(replayed.code).to.equal(0);
    expect(JSON.parse(replayed.out)).to.include({ id: 'kept', source: 'DB' });
  });

  it('ends with the exit code that --fail-on-error asks for', async () => {
    const outage = await down();
    const wrong = { MILEPOST_API_KEY: 'mp_wrong' };
    for (const [policy, whenDown, whenWrong] of [
      ['never', 0, 0],
      ['config', 0, 2],
      ['always', 1, 2],
    ] as const) {
      const args = ['--source', 'DB', '--fail-on-error', policy];
      expect((await send(args, { env: outage })).code, policy).to.equal(whenDown);
      expect((await send(args, { env: wrong })).code, policy).to.equal(whenWrong);
    }
    expect((await send(['--source', 'DB'], { env: wrong })).code).to.equal(2);
  });

  it('names everything that is wrong at once, by where it is set', async () => {
    const env = { MILEPOST_URL: '', MILEPOST_API_KEY: '' };
    const args = ['--data', '{"password": "hunter2"', '--severity', 'huge', '--url', 'ftp://x'];
    const { code, out, err } = await send(args, { env });
    expect(code).to.equal(2);
    expect(out).to.equal('');
    for (const place of ['--data:', 'source:', '--severity:', '--url:', 'MILEPOST_API_KEY:']) {
      expect(err).to.contain(`  ${place} `);
    }
    expect(err).to.not.contain('hunter2');
  });

  it('never shows the key', async () => {
    const key = `${milepost.key.slice(0, -1)}${milepost.key.endsWith('a') ? 'b' : 'a'}`;
    const { out, err } = await send(['--source', 'DB'], { env: { MILEPOST_API_KEY: key } });
    expect(err).to.contain('the API key was refused: the API key is mistyped');
    expect(out + err).to.not.contain(key);
  });

  it('goes through the proxy of the environment', async () => {
    const env = { MILEPOST_URL: 'http://milepost.test', http_proxy: 'socks5://a:1' };
    const { code, err } = await send(['--source', 'DB'], { env });
    expect(code).to.equal(2);
    expect(err).to.contain('the proxy that the environment names');
  });

  describe('--replay', () => {
    const event = (id: string, over: object = {}) => ({
      specversion: '1.0',
      type: 'deployment',
      source: 'replay',
      time: '2026-11-20T10:00:00Z',
      id,
      ...over,
    });
    const replay = (text: string, env = {}) =>
      send(['--replay', 'file'], { env, files: { file: text } });

    it('takes one event, a list, lines, and what the server gave back', async () => {
      const one = await replay(JSON.stringify(event('a'), null, 2));
      expect(one.code).to.equal(0);
      const lines = `${JSON.stringify(event('b'))}\n\n${JSON.stringify(event('c'))}\n`;
      expect((await replay(lines)).out.trim().split('\n')).to.have.length(2);
      expect((await replay(JSON.stringify([event('d'), event('e')]))).code).to.equal(0);
      const stored = await replay(one.out);
      expect(stored.err).to.contain('Recorded already');
      expect(stored.out).to.equal(one.out);
    });

    it('gives an event without an id one, so that no attempt is stored twice', async () => {
      const { id: _, ...anonymous } = event('');
      const { out } = await replay(JSON.stringify(anonymous));
      expect(JSON.parse(out)).to.have.property('id', 'new-id');
    });

    it('goes on behind an event that is refused', async () => {
      const bad = event('bad', { time: 'yesterday' });
      const { code, out, err } = await replay(JSON.stringify([bad, event('good')]));
      expect(code).to.equal(2);
      expect(err).to.contain('time: must be NOW');
      expect(
        out
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as StoredEvent).id),
      ).to.deep.equal(['bad', 'good']);
    });

    it('hands back what is left when Milepost is down', async () => {
      const text = JSON.stringify([event('x'), event('y')]);
      const { code, out } = await replay(text, await down());
      expect(code).to.equal(0);
      expect(out).to.equal(`${JSON.stringify(event('x'))}\n${JSON.stringify(event('y'))}\n`);
    });

    it('says what is wrong with a file', async () => {
      for (const [text, says] of [
        ['', 'holds no event'],
        ['[]', 'holds no event'],
        ['nonsense', 'line 1 is not a JSON object'],
        ['[1]', 'event 1 is not a JSON object'],
      ] as const) {
        const { code, err } = await replay(text);
        expect(code, text).to.equal(2);
        expect(err).to.contain(`--replay file: ${says}`);
      }
      expect((await send(['--replay', 'none'])).err).to.contain('no such file');
    });
  });
});
