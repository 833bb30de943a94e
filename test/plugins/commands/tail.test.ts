import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import { openSqliteStore } from '../../../backend/store/sqlite/store.ts';
import { tailCommand } from '../../../plugins/commands/tail.ts';
import {
  type Behaviour,
  closedPort,
  startServer,
  type TestServer,
} from '../../support/action-http.ts';
import { type CommandResult, runCommand, type WorldOptions } from '../../support/action-world.ts';
import { createClient } from '../../support/http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { temporaryFolder } from '../../support/process.ts';
import { createWatch } from '../../support/watch.ts';

interface Tailing {
  readonly done: Promise<CommandResult>;
  readonly lines: () => string[];
  until(fits: (out: string, err: string) => boolean): Promise<void>;
  interrupt(): void;
}

function tail(
  { url, key }: { url: string; key: string },
  args: readonly string[],
  options: WorldOptions = {},
): Tailing {
  const watch = createWatch();
  const controller = new AbortController();
  let seen = { out: '', err: '' };
  const done = runCommand(['tail', ...args], {
    env: { MILEPOST_URL: url, MILEPOST_API_KEY: key },
    signal: controller.signal,
    onOutput: (out, err) => {
      seen = { out, err };
      watch.look();
    },
    ...options,
  });
  const tooEarly = done.then(({ code, err }) => {
    throw new Error(`it ended with ${code}: ${err}`);
  });
  tooEarly.catch(() => {});
  return {
    done,
    lines: () => seen.out.split('\n').filter((line) => line !== ''),
    until: (fits) => Promise.race([watch.until(() => fits(seen.out, seen.err)), tooEarly]),
    interrupt: () => controller.abort(),
  };
}

const isFollowing = (_out: string, err: string) => err.includes('Following ');
const countOf = (text: string, part: string) => text.split(part).length - 1;

const event = (id: string, over: object = {}) => ({
  specversion: '1.0',
  type: 'deployment',
  source: 'shop',
  subject: 'production',
  time: 'NOW',
  id,
  ...over,
});

function idsOf(lines: readonly string[]): string[] {
  return lines.map((line) => (JSON.parse(line) as StoredEvent).id);
}

describe('milepost tail', () => {
  let milepost: TestMilepost;
  beforeEach(async () => {
    milepost = await startMilepost();
  });
  afterEach(() => milepost.close());
  const post = (id: string, over?: object) =>
    createClient(milepost.url, milepost.key).post(event(id, over));

  it('shows each event as a line of the table, as soon as it is stored', async () => {
    const tailing = tail(milepost, ['--utc']);
    await tailing.until(isFollowing);
    await post('a', { time: '2026-03-10T09:00:00Z', version: '1.4.0' });
    await tailing.until((out) => out.includes('1.4.0'));
    await post('b', { source: 'a-source-that-is-rather-long', severity: 'MAJOR' });
    await tailing.until((out) => out.includes('MAJOR'));
    const [titles, first, second] = tailing.lines();
    expect(titles).to.match(
      /^TIME \(UTC\) +TYPE +SOURCE +SUBJECT +SEVERITY +VERSION +DESCRIPTION$/,
    );
    expect(first).to.match(/^2026-03-10 09:00:00 {2}deployment +shop +production +1\.4\.0$/);
    expect(second?.indexOf('a-source')).to.equal(first?.indexOf('shop'));
    tailing.interrupt();
    expect(await tailing.done).to.include({ code: 0 });
  });

  it('gives JSON lines, of what passes the filters, and ends after --limit', async () => {
    const tailing = tail(milepost, ['--json', '--environment', 'staging', '--limit', '2']);
    await tailing.until(isFollowing);
    await post('a');
    await post('b', { subject: 'staging' });
    await post('c', { subject: 'staging' });
    const { code, out } = await tailing.done;
    expect(code).to.equal(0);
    const [b, c] = out.trim().split('\n');
    expect((await milepost.events()).slice(0, 2).map(({ id }) => id)).to.have.members(['b', 'c']);
    expect([JSON.parse(b ?? ''), JSON.parse(c ?? '')]).to.have.deep.members(
      (await milepost.events()).filter(({ subject }) => subject === 'staging'),
    );
  });

  it('shows the last events first, the oldest of them first', async () => {
    for (const id of ['a', 'b', 'c']) await post(id);
    const tailing = tail(milepost, ['--json', '--last', '2', '--limit', '3']);
    await tailing.until((out) => countOf(out, '\n') === 2);
    await post('d');
    expect(idsOf((await tailing.done).out.trim().split('\n'))).to.deep.equal(['b', 'c', 'd']);
  });

  it('shows what happened since a time first, however much, without gap or repeat', async () => {
    await post('old', { time: '2020-01-01T00:00:00Z' });
    const total = 400;
    const posting = (async () => {
      for (let index = 0; index < total; index += 1) await post(`e${index}`);
    })();
    const client = createClient(milepost.url, milepost.key);
    while (((await client.list({ limit: 100 })).body.data.length ?? 0) < 100);
    const args = ['--json', '--since', '-1h', '--limit', String(total)];
    const { code, out } = await tail(milepost, args).done;
    await posting;
    expect(code).to.equal(0);
    const ids = idsOf(out.trim().split('\n'));
    expect(new Set(ids).size).to.equal(total);
    expect(ids).to.not.include('old');
  });

  it('passes on what the server says about the key or a value, and ends with 2', async () => {
    const wrong = await tail({ ...milepost, key: 'mp_wrong' }, []).done;
    expect(wrong).to.include({ code: 2, out: '' });
    expect(wrong.err).to.contain('the API key was refused: ');
    const severity = await tail(milepost, ['--severity', 'HUGE']).done;
    expect(severity.code).to.equal(2);
    expect(severity.err).to.contain('severity: must be one of');
    const since = await tail(milepost, ['--since', 'yesterday']).done;
    expect(since.code).to.equal(2);
    expect(since.err).to.contain("'yesterday' is not a time");
    const url = `http://127.0.0.1:${await closedPort()}`;
    expect((await tail({ url, key: 'mp_x' }, []).done).code).to.equal(1);
  });
});

describe('milepost tail, when the server goes away', () => {
  const [folder, remove] = temporaryFolder();
  after(remove);
  const startOn = (port: number) =>
    startMilepost({
      env: { PORT: String(port) },
      open: async () => openSqliteStore(join(folder, 'milepost.db')),
    });

  it('comes back and shows what was recorded meanwhile: nothing lost, nothing twice', async () => {
    const first = await startOn(0);
    const { url, port, key } = first;
    const record = (at: TestMilepost, id: string) => createClient(at.url, key).post(event(id));
    const tailing = tail({ url, key }, ['--json']);
    await tailing.until(isFollowing);
    // Before the first event has come, there must be a place to come back to already.
    await first.close();
    await tailing.until((_, err) => err.includes('Connection lost'));
    const elsewhere = await startOn(0);
    for (const id of ['a', 'b']) await record(elsewhere, id);
    await elsewhere.close();
    const second = await startOn(port);
    await tailing.until((_, err) => err.includes('Connected again'));
    await record(second, 'c');
    await tailing.until((out) => countOf(out, '\n') >= 3);
    await second.close();
    await tailing.until((_, err) => countOf(err, 'Connection lost') === 2);
    const third = await startOn(port);
    await record(third, 'd');
    await tailing.until((out) => countOf(out, '\n') >= 4);
    await third.close();
    tailing.interrupt();
    const { code, err } = await tailing.done;
    expect(code).to.equal(0);
    expect(idsOf(tailing.lines())).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(countOf(err, 'Connected again.\n')).to.equal(2);
    expect(countOf(err, 'Not yet')).to.equal(0);
  });
});

describe('milepost tail, on a bad line', () => {
  let server: TestServer;
  afterEach(() => server.close());

  const HEAD = 'id: 5\nretry: 0\n: connected\n\n';
  const message = (id: number) => `id: ${id}\ndata: ${JSON.stringify(event(`e${id}`))}\n\n`;
  const begin = (res: ServerResponse, text: string) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' });
    res.write(text);
  };
  const cut = (text: string) => (res: ServerResponse) => {
    begin(res, text);
    setImmediate(() => res.destroy());
  };
  const stay = (text: string) => (res: ServerResponse) => begin(res, text);
  const following = async (
    behaviours: readonly Behaviour[],
    args: readonly string[],
    over = {},
  ) => {
    server = await startServer(behaviours);
    return tail({ url: server.url, key: 'mp_x' }, ['--json', ...args], over);
  };
  const placesAsked = () => server.received.map(({ headers }) => headers['last-event-id']);

  it('goes on behind the last whole event when the line is cut inside of one', async () => {
    const half = message(7).slice(0, 20);
    const busy = { status: 503, headers: { 'Retry-After': '3' } };
    const behaviours = [cut(HEAD + message(6) + half), busy, 'cut', stay(message(7) + message(8))];
    const { out } = await (await following(behaviours as Behaviour[], ['--limit', '3'])).done;
    expect(idsOf(out.trim().split('\n'))).to.deep.equal(['e6', 'e7', 'e8']);
    expect(placesAsked().slice(1)).to.deep.equal(['6', '6', '6']);
  });

  it('takes a line on which nothing is heard for dead', async () => {
    const run = (args: readonly string[], terminal: Parameters<typeof tailCommand>[1]) =>
      tailCommand(args.slice(1), terminal, 50);
    const behaviours = [stay(HEAD + message(6)), stay(message(7))];
    const { out, err } = await (await following(behaviours, ['--limit', '2'], { run })).done;
    expect(idsOf(out.trim().split('\n'))).to.deep.equal(['e6', 'e7']);
    expect(err).to.contain('Connection lost: nothing was heard for 1 s');
  });

  it('ends with 2 when its key is revoked meanwhile', async () => {
    const body = JSON.stringify({ success: false, error: 'the API key was revoked', code: 'X' });
    const tailing = await following([cut(HEAD), { status: 401, body }], []);
    const { code, err } = await tailing.done;
    expect(code).to.equal(2);
    expect(err).to.contain('the API key was refused: the API key was revoked');
  });

  it('says when the server cannot tell any more what was missed', async () => {
    const behaviours = [cut(HEAD), stay(`event: reset\nid: 9\ndata: {}\n\n${message(10)}`)];
    const { out, err } = await (await following(behaviours, ['--limit', '1'])).done;
    expect(idsOf(out.trim().split('\n'))).to.deep.equal(['e10']);
    expect(countOf(err, 'ask milepost query')).to.equal(1);
  });

  it('does not take anything else that answers for Milepost', async () => {
    for (const behaviour of [
      { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Hello</h1>' },
      { status: 302, headers: { Location: 'https://elsewhere.test/' } },
      stay(`${HEAD}id: 6\ndata: garbage\n\n`),
    ]) {
      const { code, out } = await (await following([behaviour], [])).done;
      expect({ code, out }).to.deep.equal({ code: 2, out: '' });
      await server.close();
    }
  });

  it('gives up when --timeout says so, also while it tries to come back', async () => {
    const tailing = await following([cut(HEAD), 'cut'], ['--timeout', '20']);
    const { code, err } = await tailing.done;
    expect(code).to.equal(1);
    expect(err).to.contain('Connection lost: ').and.to.contain('the connection was cut, after ');
  });

  it('ends at once when it is interrupted while it waits', async () => {
    const tailing = await following([cut(HEAD), 'cut'], []);
    await tailing.until((_, err) => err.includes('Connection lost'));
    tailing.interrupt();
    expect((await tailing.done).code).to.equal(0);
  });
});
