import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildAction } from '../support/action-build.ts';

/** What GitHub runs is what is committed, so it has to be what the sources say. */
describe('action/dist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-action-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  before(() => buildAction(join(folder, 'index.mjs')));

  for (const name of ['index.mjs', 'LICENSES.txt']) {
    it(`holds the same ${name} as a fresh build; else run: node build.mjs --action`, () => {
      const committed = readFileSync(new URL(`../../action/dist/${name}`, import.meta.url));
      const isSame = committed.equals(readFileSync(join(folder, name)));
      expect(isSame).to.equal(true);
    });
  }
});
