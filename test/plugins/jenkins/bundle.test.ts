import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { jenkins } from '../../../plugins/ci/jenkins.ts';
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

  it('hands over the variables that the derivation reads, and no other', () => {
    const library = readFileSync(join(LIBRARY, 'vars/milepost.groovy'), 'utf8');
    const names = [...library.matchAll(/^ {8}([A-Z_\d]+): |variables\.([A-Z_]+) = /gm)];
    const found = names.map(([, listed, added]) => listed ?? added);
    expect(found.sort()).to.deep.equal([...jenkins.variables].sort());
  });
});
