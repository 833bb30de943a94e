import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import {
  type Received,
  type Script,
  startServer,
  type TestServer,
} from '../../support/action-http.ts';
import { type CommandResult, runCommand, type WorldOptions } from '../../support/action-world.ts';
import { createClient } from '../../support/http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { temporaryFolder } from '../../support/process.ts';

const [folder, remove] = temporaryFolder();

function fileOf(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const event = (id: string | undefined, over: object = {}) => ({
  ...{ specversion: '1.0', type: 'deployment', source: 'shop' },
  time: '2026-03-10T09:00:00Z',
  ...(id === undefined ? {} : { id }),
  ...over,
});
const toLines = (events: readonly object[]) =>
  events.map((one) => `${JSON.stringify(one)}\n`).join('');
const many = (count: number) => Array.from({ length: count }, (_, index) => event(`e${index}`));

interface Place {
  readonly url: string;
  readonly key: string;
}

function command(
  name: string,
  { url, key }: Place,
  args: readonly string[],
  options: WorldOptions = {},
): Promise<CommandResult> {
  const env = { MILEPOST_URL: url, MILEPOST_API_KEY: key };
  return runCommand([name, ...args], { env, ...options });
}

const importing = (place: Place, args: readonly string[], options?: WorldOptions) =>
  command('import', place, args, options);

async function allOf({ url, key }: Place): Promise<StoredEvent[]> {
  const { text } = await createClient(url, key).get('/api/v1/events/export?order=asc');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StoredEvent);
}

describe('milepost import', () => {
  let milepost: TestMilepost;
  beforeEach(async () => {
    milepost = await startMilepost();
  });
  afterEach(() => milepost.close());
  after(remove);

  it('stores what another Milepost exported: the same events, all but createdAt', async () => {
    const other = await startMilepost();
    const labels = { subject: 'production', severity: 'MAJOR', version: '1.4.0' };
    await createClient(other.url, other.key).batch([
      event('a', { ...labels, data: { description: 'ä😀\nline', deep: { list: [1, null] } } }),
      event('b', { dataschema: 'https://example.com/s', traceparent: 'x', count: 3, done: true }),
      event('c', { time: '2026-03-10T10:00:00.123+02:00' }),
    ]);
    const path = join(folder, 'round-trip.ndjson.gz');
    expect((await command('export', other, ['--order', 'asc', '--output', path])).code).to.equal(0);
    const { code, err } = await importing(milepost, [path]);
    expect(code, err).to.equal(0);
    expect(err).to.contain('3 new, 0 stored before, 0 rejected');
    const plain = (events: StoredEvent[]) => events.map(({ createdAt: _, ...rest }) => rest);
    expect(plain(await allOf(milepost))).to.deep.equal(plain(await allOf(other)));
    await other.close();
    expect((await importing(milepost, [path])).err).to.contain('0 new, 3 stored before');
  });

  it('reads lines and arrays, from files and from stdin', async () => {
    const events = many(3);
    const array = JSON.stringify(events, undefined, 2);
    const stdin = gzipSync(toLines([event('e4')]));
    for (const [args, input, counts] of [
      [[fileOf('lines', toLines(events.slice(0, 1)).trim())], '', [1, 0]],
      [[fileOf('array', array)], '', [2, 1]],
      [['-'], toLines([event('e3')]), [1, 0]],
      [['-'], stdin, [1, 0]],
      [[fileOf('empty', '')], '', [0, 0]],
    ] as const) {
      const { code, out } = await importing(milepost, [...args, '--json'], { stdin: input });
      expect(code).to.equal(0);
      const [created, replayed] = counts;
      expect(JSON.parse(out)).to.deep.equal({ created, replayed, rejected: 0 });
    }
  });

  it('stores a file without ids once, however often it is imported', async () => {
    const path = fileOf('no-ids', toLines([event(undefined), event(undefined), event(undefined)]));
    expect((await importing(milepost, [path])).err).to.contain('3 new');
    expect((await importing(milepost, [path])).err).to.contain('0 new, 3 stored before');
    const ids = (await allOf(milepost)).map(({ id }) => id);
    expect(new Set(ids).size).to.equal(3);
    expect(ids.every((id) => /^import-[0-9a-f]{32}$/.test(id))).to.equal(true);
  });

  it('lists what is rejected by line, keeps it in a file, and stores the rest', async () => {
    const bad = Array.from({ length: 25 }, (_, index) => event(`bad${index}`, { type: 7 }));
    const text = `${toLines([event('a')])}[1]\n{"cut": \n${toLines([...bad, event('b')])}`;
    const rejects = join(folder, 'rejects.ndjson');
    const args = [fileOf('mixed', text), '--rejects', rejects];
    const { code, err } = await importing(milepost, args);
    expect(code).to.equal(2);
    const lines = err.split('\n');
    expect(lines.slice(0, 3)).to.deep.equal([
      'line 2: is not a JSON object',
      'line 3: is not JSON',
      'line 4: type: must be a string',
    ]);
    expect(lines.filter((line) => line.startsWith('line '))).to.have.length(20);
    expect(err).to.contain('… and 7 more\n').and.to.contain('2 new, 0 stored before, 27 rejected');
    const kept = readFileSync(rejects, 'utf8').trim().split('\n');
    expect(kept).to.have.length(27);
    expect(JSON.parse(kept[1] ?? '')).to.deep.equal({
      ...{ line: 3, error: 'is not JSON', text: '{"cut":' },
    });
    expect(JSON.parse(kept[26] ?? '')).to.deep.equal({
      ...{ line: 28, error: 'type: must be a string', event: event('bad24', { type: 7 }) },
    });
    expect((await allOf(milepost)).map(({ id }) => id)).to.have.members(['a', 'b']);
  });

  it('checks without a server when it is only asked to', async () => {
    const path = fileOf('dry', `${toLines(many(2))}nonsense\n`);
    const env = { url: '', key: '' };
    const { code, out, err } = await importing(env, ['--dry-run', '--json', path]);
    expect(code).to.equal(2);
    expect(JSON.parse(out)).to.deep.equal({ wellFormed: 2, rejected: 1 });
    expect(err).to.contain('line 3: is not JSON').and.to.contain('Nothing was sent.');
    expect(await allOf(milepost)).to.deep.equal([]);
  });

  it('says what is wrong with a file, and stores what stands before that', async () => {
    const packed = gzipSync(toLines(many(2000)));
    for (const [name, content, says] of [
      ['cut-array', `[${JSON.stringify(event('a'))},`, 'the array has no end'],
      ['cut.gz', packed.subarray(0, packed.length - 20), 'unexpected end of file'],
      ['csv', 'id,type,source\r\ne1,deployment,shop\r\n', 'it is CSV, use an export as ndjson'],
    ] as const) {
      const { code, err } = await importing(milepost, [fileOf(name, content)]);
      expect(code, name).to.equal(2);
      expect(err, name).to.contain(says);
    }
    expect((await allOf(milepost)).map(({ id }) => id)).to.include('a');
    expect((await importing(milepost, [join(folder, 'none')])).err).to.contain('no such file');
    expect((await importing(milepost, [folder])).err).to.contain('is a folder');
    expect((await importing(milepost, [])).err).to.contain('name a file, or - for stdin');
    expect((await importing({ ...milepost, key: 'mp_wrong' }, [fileOf('x', '{}')])).code).to.equal(
      2,
    );
  });

  describe('over a bad line', () => {
    let server: TestServer;
    afterEach(() => server.close());

    const pass = async ({ path, body, headers }: Received): Promise<Response> =>
      fetch(`${milepost.url}${path}`, {
        method: 'POST',
        headers: {
          Authorization: headers.authorization ?? '',
          'Content-Type': headers['content-type'] ?? '',
        },
        body,
      });
    const through: Script = async (res, received) => {
      const answer = await pass(received);
      res.writeHead(answer.status).end(await answer.text());
    };
    const storedAndCut: Script = async (res: ServerResponse, received) => {
      await pass(received);
      res.destroy();
    };

    it('sends chunks of a thousand, and a chunk again when its answer is lost', async () => {
      const behaviours = [through, storedAndCut, { status: 503 }, through];
      server = await startServer(behaviours);
      const place = { url: server.url, key: milepost.key };
      const path = fileOf('chunks', toLines([...many(2499), event(undefined, { time: 'NOW' })]));
      const { code, err } = await importing(place, [path]);
      expect(code).to.equal(0);
      expect(server.received.map(({ body }) => body.trimEnd().split('\n').length)).to.deep.equal([
        ...[1000, 1000, 1000, 1000, 500],
      ]);
      expect(server.received[0]?.headers['content-type']).to.equal('application/x-ndjson');
      expect(err).to.contain('1,500 new, 1,000 stored before, 0 rejected');
      expect(await allOf(milepost)).to.have.length(2500);
    });

    it('says with which line to go on when the server does not come back', async () => {
      server = await startServer([through, storedAndCut, 'cut']);
      const place = { url: server.url, key: milepost.key };
      const path = fileOf('outage', toLines(Array.from({ length: 2500 }, () => event(undefined))));
      const { code, out, err } = await importing(place, [path, '--json']);
      expect(code).to.equal(1);
      expect(JSON.parse(out)).to.deep.equal({
        ...{ created: 1000, replayed: 0, rejected: 0, nextLine: 1001 },
      });
      expect(err).to.contain(`To go on: milepost import --from-line 1001 ${path}\n`);
      const rest = await importing(milepost, ['--from-line', '1001', path]);
      expect(rest.code).to.equal(0);
      expect(rest.err).to.contain('500 new, 1,000 stored before');
      expect(await allOf(milepost)).to.have.length(2500);
    });

    it('does not take 200 from anybody for a receipt', async () => {
      const data = { created: 1, replayed: 0, rejected: 0, results: [] };
      const body = JSON.stringify({ success: true, data });
      server = await startServer([{ status: 201, body }]);
      const path = fileOf('two', toLines(many(2)));
      const { code } = await importing({ url: server.url, key: 'mp_x' }, [path]);
      expect(code).to.equal(2);
    });

    it('says how far it is: a bar on a terminal, lines elsewhere', async () => {
      server = await startServer([through]);
      let now = 0;
      const clock = () => {
        now += 1000;
        return now;
      };
      const path = fileOf('progress', toLines(many(50)));
      const bar = await importing(milepost, [path], { clock, errColumns: 80 });
      expect(bar.err).to.match(/\r.*\[#+-*\] +\d+ % {2}\d+ events {2}\d+\/s {2}\d+ s left/);
      const lines = await importing(milepost, [path], { clock });
      expect(lines.err).to.match(/^\[#+-*\] +\d+ % {2}\d+ events {2}\d+\/s {2}\d+ s left\n/);
      expect(lines.err).to.not.contain('\r');
    });

    it('stops when it is interrupted, and says where', async () => {
      const controller = new AbortController();
      const interrupting: Script = async (res, received) => {
        controller.abort();
        await through(res, received);
      };
      server = await startServer([through, interrupting]);
      const path = fileOf('interrupted', toLines(many(3000)));
      const place = { url: server.url, key: milepost.key };
      const { code, err } = await importing(place, [path], { signal: controller.signal });
      expect(code).to.equal(1);
      expect(err).to.contain('--from-line 1001');
    });
  });
});
