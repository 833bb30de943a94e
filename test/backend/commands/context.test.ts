/** `milepost context` as a person types it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { contextCommand } from '../../../backend/commands/context.ts';
import { type Config, loadConfig } from '../../../backend/config.ts';
import { openStore } from '../../../backend/store/open.ts';
import { temporaryFolder } from '../../support/process.ts';

describe('the command context', () => {
  let config: Config;
  let folder: string;
  let remove: () => void;
  beforeEach(async () => {
    [folder, remove] = temporaryFolder();
    const loaded = loadConfig({ DATA_DIR: folder });
    if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
    config = loaded.config;
    const store = await openStore(config);
    await store.organizations.insert({ id: 'default', name: 'Default', createdAt: 0 });
    await store.close();
  });
  afterEach(() => remove());
  const run = async (...args: string[]) => {
    const said = { out: '', err: '' };
    const code = await contextCommand(args, config, {
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
    });
    return { code, ...said };
  };
  const fileOf = (content: string | Buffer) => {
    const file = join(folder, `${crypto.randomUUID()}.md`);
    writeFileSync(file, content);
    return file;
  };

  it('writes a file as the next version, and gives it back to the byte', async () => {
    const empty = await run('get');
    expect(empty).to.deep.include({ code: 0, out: '' });
    expect(empty.err).to.contain('milepost context set');
    const text = '# Shop\r\n\nno newline at the end é😀';
    expect(await run('set', fileOf(text))).to.deep.equal({ code: 0, out: '1\n', err: '' });
    expect((await run('set', fileOf(`\ufeff${text}!`))).out).to.equal('2\n');
    expect(await run('get')).to.deep.equal({ code: 0, out: `${text}!`, err: '' });
    const { updatedBy, version } = JSON.parse((await run('get', '--json')).out) as {
      updatedBy: { kind: string };
      version: number;
    };
    expect({ kind: updatedBy.kind, version }).to.deep.equal({ kind: 'cli', version: 2 });
    const store = await openStore(config);
    const { entries } = await store.audit.page('default', { filter: {}, limit: 10 });
    await store.close();
    expect(entries.map(({ action, actor }) => [action, actor.kind])).to.deep.equal([
      ['context.changed', 'cli'],
      ['context.changed', 'cli'],
    ]);
  });

  it('explains mistakes, and then changes nothing', async () => {
    await run('set', fileOf('first'));
    for (const [args, message] of [
      [['set'], 'file: is required'],
      [['set', join(folder, 'nothing.md')], 'ENOENT'],
      [['set', fileOf(Buffer.from([0xff, 0xfe]))], 'is not valid UTF-8'],
      [['get', '--org', 'nobody'], 'no organization nobody'],
      [['set', fileOf('late'), '--based-on', '0'], 'has version 1 meanwhile'],
      [['set', fileOf('late'), '--based-on', 'x'], '--based-on: must be'],
      [['delete'], 'use get or set'],
      [['get', '--jsn'], '--jsn'],
    ] as const) {
      const ran = await run(...args);
      expect(ran, args.join(' ')).to.include({ code: 2, out: '' });
      expect(ran.err).to.include(message);
    }
    expect((await run('set', fileOf('x'.repeat(20_001)))).err).to.contain('at most 20000');
    expect((await run('get')).out).to.equal('first');
    expect((await run('set', fileOf('second'), '--based-on', '1')).out).to.equal('2\n');
  });
});
