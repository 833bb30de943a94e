import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { temporaryFolder } from '../support/process.ts';

const BUILD = new URL('../../build.mjs', import.meta.url).href;

describe('the bundle for pipelines', () => {
  const [folder, remove] = temporaryFolder();
  const file = join(folder, 'milepost.mjs');
  before(async () => {
    const build = (await import(BUILD)) as { buildPipeline(outfile: string): Promise<void> };
    await build.buildPipeline(file);
  });
  after(remove);

  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [file, ...args], {
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '' },
    });

  it('holds send, and nothing that send does not need', () => {
    const text = readFileSync(file);
    expect(text.length).to.be.below(64_000);
    expect(gzipSync(text).length).to.be.below(24_000);
    for (const other of ['Last-Event-ID', '--from-line', 'compgen', '/api/v1/state']) {
      expect(text.includes(other), other).to.equal(false);
    }
  });

  it('makes an event, without packages beside it', () => {
    const { status, stdout } = run('send', '--dry-run', '--source', 'DB', '--version', '1');
    expect(status).to.equal(0);
    expect(JSON.parse(stdout)).to.include({ source: 'DB', version: '1' });
  });

  it('says what it is, and what it is not', () => {
    expect(run('--help').stdout).to.contain('holds milepost send alone');
    expect(run('--version').stdout).to.match(/^milepost \d+\.\d+\.\d+\n$/);
    const tail = run('tail');
    expect(tail.status).to.equal(2);
    expect(tail.stderr).to.contain('for tail install Milepost, see docs/command-line.md');
    expect(run().status).to.equal(2);
    expect(run('send', '--verison', '1').stderr).to.contain('did you mean --version?');
  });
});
