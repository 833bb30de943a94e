import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import { type Behaviour, startServer } from '../../support/action-http.ts';
import { type CommandResult, runCommand, type WorldOptions } from '../../support/action-world.ts';
import { createClient } from '../../support/http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { temporaryFolder } from '../../support/process.ts';

const [folder, remove] = temporaryFolder();
const inFolder = (name: string) => join(folder, name);

function exporting(
  { url, key }: { url: string; key: string },
  args: readonly string[],
  options: WorldOptions = {},
): Promise<CommandResult> {
  const env = { MILEPOST_URL: url, MILEPOST_API_KEY: key };
  return runCommand(['export', ...args], { env, ...options });
}

describe('milepost export', () => {
  let milepost: TestMilepost;
  before(async () => {
    milepost = await startMilepost();
    const lines = Array.from({ length: 1200 }, (_, index) =>
      JSON.stringify({
        ...{ specversion: '1.0', type: 'deployment', source: 'shop', id: `e${index}` },
        subject: index % 2 === 0 ? 'production' : 'staging',
        time: new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString(),
      }),
    );
    await createClient(milepost.url, milepost.key).ndjson(lines.join('\n'));
  });
  after(() => milepost.close());

  it('writes everything that matches to stdout, and nothing else', async () => {
    const { code, out, err } = await exporting(milepost, ['--order', 'asc']);
    expect(code).to.equal(0);
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as StoredEvent);
    expect(events.map(({ id }) => id)).to.deep.equal(
      Array.from({ length: 1200 }, (_, index) => `e${index}`),
    );
    expect(err).to.equal('Exported 1,200 events.\n');
  });

  it('takes the filters of query, and writes CSV', async () => {
    const range = ['--from', '2026-01-01T00:00', '--to', '2026-01-01T00:05', '--utc'];
    const args = ['--environment', 'staging', ...range, '--format', 'csv', '--order', 'asc'];
    const { code, out, err } = await exporting(milepost, args);
    expect(code).to.equal(0);
    expect(
      out
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).to.deep.equal([...['e1', 'e3', 'e5']]);
    expect(err).to.match(/^Exported \d+ B\.\n$/);
  });

  it('makes a file, compressed when its name says so, and leaves nothing beside it', async () => {
    const plain = inFolder('all.ndjson');
    const packed = inFolder('all.ndjson.gz');
    writeFileSync(plain, 'of last time');
    expect((await exporting(milepost, ['--output', plain])).out).to.equal('');
    expect((await exporting(milepost, ['--output', packed])).code).to.equal(0);
    const { out } = await exporting(milepost, ['--output', '-']);
    expect(readFileSync(plain, 'utf8')).to.equal(out);
    expect(gunzipSync(readFileSync(packed)).toString()).to.equal(out);
    expect(readdirSync(folder)).to.have.members(['all.ndjson', 'all.ndjson.gz']);
  });

  it('makes no file of what is refused', async () => {
    const file = inFolder('refused.ndjson');
    for (const [args, says] of [
      [['--format', 'xml'], 'format: must be one of'],
      [['--from', 'now', '--to', '-1h'], 'from: must not be after to'],
    ] as const) {
      const { code, err } = await exporting(milepost, [...args, '--output', file]);
      expect(code).to.equal(2);
      expect(err).to.contain(says);
    }
    const wrong = await exporting({ ...milepost, key: 'mp_wrong' }, ['--output', file]);
    expect(wrong.code).to.equal(2);
    expect(existsSync(file)).to.equal(false);
    const nowhere = await exporting(milepost, ['--output', inFolder('no/folder')]);
    expect(nowhere.code).to.equal(2);
    expect(nowhere.err).to.contain('no such file or directory');
  });
});

describe('milepost export, on a bad line', () => {
  after(remove);
  const LINE = `${JSON.stringify({ id: 'e1' })}\n`;
  const TYPE = { 'Content-Type': 'application/x-ndjson' };
  const cut = (res: ServerResponse) => {
    res.writeHead(200, TYPE);
    res.write(LINE, () => res.destroy());
  };
  const withServer = async (
    behaviours: readonly Behaviour[],
    args: readonly string[],
    over = {},
  ) => {
    const server = await startServer(behaviours);
    try {
      return await exporting({ url: server.url, key: 'mp_x' }, args, over);
    } finally {
      await server.close();
    }
  };

  it('keeps no file of an answer that is cut, and says so', async () => {
    const file = inFolder('cut.ndjson');
    writeFileSync(file, 'of last time');
    const { code, err } = await withServer([cut], ['--output', file]);
    expect(code).to.equal(1);
    expect(err).to.contain('the connection was cut; the export is not whole');
    expect(readFileSync(file, 'utf8')).to.equal('of last time');
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).to.deep.equal([]);
  });

  it('ends with 1 where stdout has got a part already', async () => {
    expect(await withServer([cut], [])).to.include({ code: 1, out: LINE });
  });

  it('does not trust an end inside of an event, nor one that nobody could tell from a cut', async () => {
    const inside = await withServer([{ status: 200, headers: TYPE, body: '{"id":"e' }], []);
    expect(inside.code).to.equal(1);
    expect(inside.err).to.contain('it ended inside of an event');
    const unframed = (res: ServerResponse) => {
      res.socket?.end('HTTP/1.0 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{}\n');
    };
    const hidden = await withServer([unframed], ['--output', inFolder('hidden.ndjson')]);
    expect(hidden.code).to.equal(1);
    expect(hidden.err).to.contain('have it speak HTTP/1.1');
    expect(existsSync(inFolder('hidden.ndjson'))).to.equal(false);
  });

  it('tries again as long as nothing has come', async () => {
    const whole = { status: 200, headers: TYPE, body: LINE };
    const { code, out } = await withServer([{ status: 503 }, 'cut', whole], []);
    expect({ code, out }).to.deep.equal({ code: 0, out: LINE });
    expect((await withServer([{ status: 503 }], [])).code).to.equal(1);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const controller = new AbortController();
    const hang = (res: ServerResponse) => {
      res.writeHead(200, TYPE);
      res.write(LINE, () => controller.abort());
    };
    const file = inFolder('interrupted.ndjson');
    const { signal } = controller;
    const { code, err } = await withServer([hang], ['--output', file], { signal });
    expect(code).to.equal(1);
    expect(err).to.contain('interrupted');
    expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).to.deep.equal([]);
  });

  it('says on a terminal how far it is', async () => {
    let now = 0;
    const clock = () => {
      now += 1000;
      return now;
    };
    const body = LINE.repeat(3);
    const answer = { status: 200, headers: TYPE, body };
    const { err } = await withServer([answer], [], { clock, errColumns: 60 });
    expect(err).to.match(/\r.*3 events, .+\/s, 36 B/);
    expect((await withServer([answer], [], { clock })).err).to.equal('Exported 3 events.\n');
  });
});
