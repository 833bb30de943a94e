import { expect } from 'chai';
import { closedPort, startServer } from '../../support/action-http.ts';
import { type CommandResult, runCommand } from '../../support/action-world.ts';
import { createClient } from '../../support/http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';

describe('milepost state', () => {
  let milepost: TestMilepost;
  before(async () => {
    milepost = await startMilepost();
    const event = (id: string, time: string, source: string, over: object) => ({
      ...{ specversion: '1.0', type: 'deployment', id, time, source },
      ...over,
    });
    await createClient(milepost.url, milepost.key).batch([
      event('a', '2026-03-10T09:00:00Z', 'shop', { subject: 'production', version: '1.4.0' }),
      event('b', '2026-03-10T10:00:00Z', 'api', { subject: 'production', version: '7' }),
      event('c', '2026-03-10T11:00:00Z', 'shop', { subject: 'development' }),
      event('d', '2026-03-10T12:00:00Z', 'tool', { version: '3', type: 'release' }),
      event('e', '2026-03-10T13:00:00Z', 'shop', {
        ...{ subject: 'production', version: '1.3.9', type: 'rollback' },
      }),
    ]);
  });
  after(() => milepost.close());

  function state(args: readonly string[], columns?: number): Promise<CommandResult> {
    const env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.readKey };
    const options = columns === undefined ? { env } : { env, columns };
    return runCommand(['state', '--utc', ...args], options);
  }

  it('shows every environment with its systems, in words that awk can count', async () => {
    const { code, out } = await state([]);
    expect(code).to.equal(0);
    expect(out.split('\n')).to.deep.equal([
      'ENVIRONMENT  SOURCE  VERSION  SINCE (UTC)          BY',
      'development  shop    -        2026-03-10 11:00:00  deployment',
      'production   api     7        2026-03-10 10:00:00  deployment',
      'production   shop    1.3.9    2026-03-10 13:00:00  rollback',
      '-            tool    3        2026-03-10 12:00:00  release',
      '',
    ]);
  });

  it('names an environment once in a terminal', async () => {
    const { out } = await state(['--environment', 'production'], 100);
    expect(out.trim().split('\n').slice(1)).to.deep.equal([
      'production   api     7        2026-03-10 10:00:00  deployment',
      '             shop    1.3.9    2026-03-10 13:00:00  rollback',
    ]);
  });

  it('knows what ran at a moment of the past, of one system', async () => {
    const args = ['--at', '2026-03-10T12:59', '--source', 'shop', '--subject', 'production'];
    const { out } = await state([...args, '--json']);
    const [cell, ...rest] = JSON.parse(out) as { version: string; since: string }[];
    expect(cell).to.include({ version: '1.4.0', since: '2026-03-10T09:00:00.000Z' });
    expect(rest).to.deep.equal([]);
  });

  it('says that there is nothing, where a script does not see it', async () => {
    const none = await state(['--source', 'none']);
    expect(none).to.include({ code: 0, out: '', err: 'Nothing has been deployed that matches.\n' });
    expect((await state(['--source', 'none', '--json'])).out).to.equal('[]\n');
  });

  it('tells wrong usage, an outage and a stranger apart', async () => {
    const unread = await state(['--at', 'yesterday']);
    expect(unread.code).to.equal(2);
    expect(unread.err).to.contain("at: 'yesterday' is not a time");
    const down = `http://127.0.0.1:${await closedPort()}`;
    expect((await state(['--url', down])).code).to.equal(1);
    const stranger = await startServer([{ status: 200, body: '{"success":true,"data":7}' }]);
    expect((await state(['--url', stranger.url])).code).to.equal(2);
    await stranger.close();
  });
});
