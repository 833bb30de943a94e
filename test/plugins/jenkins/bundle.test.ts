import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../../support/process.ts';
import { LIBRARY } from './jenkins.ts';

const BUNDLE = 'resources/io/milepost/milepost.mjs';

/** Jenkins takes what is committed, so it has to be what the sources say. */
describe('plugins/jenkins', () => {
  const [folder, remove] = temporaryFolder();
  after(remove);

  it(`has the same ${BUNDLE} as a fresh build; else run: node build.mjs --plugins`, async () => {
    const fresh = join(folder, 'milepost.mjs');
    const address = new URL('../../../build.mjs', import.meta.url).href;
    const build = (await import(address)) as { buildPipeline(outfile: string): Promise<void> };
    await build.buildPipeline(fresh);
    const isSame = readFileSync(join(LIBRARY, BUNDLE)).equals(readFileSync(fresh));
    expect(isSame).to.equal(true);
  });

  it('hands over every variable that the derivation reads', () => {
    const derivation = readFileSync(join(LIBRARY, '../ci/jenkins.ts'), 'utf8');
    const library = readFileSync(join(LIBRARY, 'vars/milepost.groovy'), 'utf8');
    const read = [...derivation.matchAll(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g)].map(([name]) => name);
    expect(read).to.include('JOB_NAME');
    const missing = read.filter((name) => !new RegExp(`\\b${name}[ :]`).test(library));
    expect([...new Set(missing)]).to.deep.equal([]);
  });
});
