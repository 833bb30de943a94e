import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import { closedPort } from '../../support/action-http.ts';
import { type CommandResult, runCommand } from '../../support/action-world.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';

const ESCAPE = String.fromCharCode(27);

describe('milepost query', () => {
  let milepost: TestMilepost;

  before(async () => {
    milepost = await startMilepost();
    const headers = {
      Authorization: `Bearer ${milepost.key}`,
      'Content-Type': 'application/x-ndjson',
    };
    const lines = Array.from({ length: 130 }, (_, index) =>
      JSON.stringify({
        specversion: '1.0',
        type: index % 2 === 0 ? 'deployment' : 'db-migration',
        source: '//github.com/acme/shop',
        id: `e-${String(index).padStart(3, '0')}`,
        time: new Date(Date.UTC(2026, 6, 15, 10, index)).toISOString(),
        subject: index < 100 ? 'production' : 'staging',
        version: 'c0ffee254729296a45a3885639ac7e10f9d54979',
        ...(index === 129
          ? { severity: 'MAJOR', data: { description: `two\nlines ${ESCAPE}[31m` } }
          : {}),
      }),
    );
    const body = lines.join('\n');
    await fetch(`${milepost.url}/api/v1/events`, { method: 'POST', headers, body });
  });
  after(() => milepost.close());

  function query(args: readonly string[], env = {}, columns?: number): Promise<CommandResult> {
    const all = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.readKey, ...env };
    return runCommand(['query', ...args], {
      env: all,
      ...(columns === undefined ? {} : { columns }),
    });
  }

  async function ids(args: readonly string[]): Promise<string[]> {
    const { out } = await query(['--json', ...args]);
    return (JSON.parse(out) as StoredEvent[]).map(({ id }) => id);
  }

  it('shows a table, newest first, times in the zone that was asked for', async () => {
    const { code, out, err } = await query(['--limit', '2', '--timezone', 'Europe/Berlin']);
    expect(code).to.equal(0);
    expect(out.split('\n')).to.deep.equal([
      'TIME (Europe/Berlin)  TYPE          SOURCE                  SUBJECT  SEVERITY  VERSION                                   DESCRIPTION',
      '2026-07-15 14:09:00   db-migration  //github.com/acme/shop  staging  MAJOR     c0ffee254729296a45a3885639ac7e10f9d54979  two lines  [31m',
      '2026-07-15 14:08:00   deployment    //github.com/acme/shop  staging            c0ffee254729296a45a3885639ac7e10f9d54979',
      '',
    ]);
    expect(err).to.equal('There are more: use --all, or narrow the query.\n');
    expect((await query(['--limit', '1', '--utc'])).out).to.contain('2026-07-15 12:09:00');
  });

  it('fits into a terminal', async () => {
    const { out } = await query(['--limit', '2', '--utc'], {}, 120);
    for (const line of out.split('\n')) expect(line).to.have.length.at.most(120);
    expect(out).to.contain('c0ffee254729296…').and.to.contain('two lines  [31m');
    const narrow = await query(['--limit', '2', '--utc'], {}, 100);
    for (const line of narrow.out.split('\n')) expect(line).to.have.length.at.most(100);
    expect(narrow.out).to.not.contain('two lines');
  });

  it('colours what is severe in a terminal, and nothing else, without moving a column', async () => {
    const env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.readKey };
    const args = ['query', '--limit', '2', '--utc'];
    const coloured = await runCommand(args, { env, columns: 120, hasColour: true });
    const plain = await runCommand(args, { env, columns: 120 });
    const [start, end] = [`${ESCAPE}[33m`, `${ESCAPE}[39m`];
    expect(coloured.out).to.contain(`${start}MAJOR${end}`);
    expect(coloured.out.split(ESCAPE)).to.have.length(3);
    expect(coloured.out.replaceAll(start, '').replaceAll(end, '')).to.equal(plain.out);
    expect(plain.out).to.not.contain(ESCAPE);
  });

  it('gives JSON that a script can read', async () => {
    const { out } = await query(['--json', '--limit', '1']);
    expect(JSON.parse(out)).to.deep.equal([(await milepost.events())[0]]);
    expect(JSON.parse((await query(['--json', '--type', 'none'])).out)).to.deep.equal([]);
  });

  it('filters by every field, with alternatives', async () => {
    expect(await ids(['--environment', 'staging', '--all'])).to.have.length(30);
    expect(await ids(['--subject', 'staging', '--subject', 'production', '--all'])).to.have.length(
      130,
    );
    expect(await ids(['--severity', 'major'])).to.deep.equal(['e-129']);
    expect(await ids(['--type', 'db-migration', '--all'])).to.have.length(65);
    expect(await ids(['--search', 'MIGRA', '--all'])).to.have.length(65);
    expect(await ids(['--source', 'other'])).to.deep.equal([]);
  });

  it('reads times without an offset in the zone, and relative ones though they begin with a dash', async () => {
    const range = ['--from', '2026-07-15T12:00', '--to', '2026-07-15T12:01:30'];
    expect(await ids([...range, '--timezone', 'Europe/Berlin', '--order', 'asc'])).to.deep.equal([
      'e-000',
      'e-001',
    ]);
    expect(await ids([...range, '--utc', '--order', 'asc'])).to.deep.equal(['e-120', 'e-121']);
    expect((await query(['--from', '-2h', '--json'])).code).to.equal(0);
  });

  it('follows the pages to the end, each event once', async () => {
    const all = await ids(['--all', '--order', 'asc']);
    expect(all).to.have.length(130);
    expect(new Set(all).size).to.equal(130);
    const { out, err } = await query(['--all']);
    expect(out.trim().split('\n')).to.have.length(131);
    expect(err).to.equal('');
  });

  it('says that nothing matches, where a script does not see it', async () => {
    const { code, out, err } = await query(['--type', 'none']);
    expect([code, out, err]).to.deep.equal([0, '', 'No event matches.\n']);
  });

  it('passes on what the server says about a value', async () => {
    const { code, err } = await query(['--limit', '0']);
    expect(code).to.equal(2);
    expect(err).to.contain('limit: must be a whole number from 1 to 100');
  });

  it('tells an outage from wrong configuration by its exit code', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    expect((await query([], { MILEPOST_URL: url })).code).to.equal(1);
    expect((await query([], { MILEPOST_API_KEY: 'mp_wrong' })).code).to.equal(2);
    expect((await query([], { MILEPOST_URL: '' })).code).to.equal(2);
    expect((await query(['--timezone', 'Mars/Olympus'])).code).to.equal(2);
    expect((await query(['--all', '--limit', '5'])).code).to.equal(2);
  });
});
