/** The threat model cannot lie: each line names tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROOF = /\[([^\]]+)\]\((test\/[^)]+\.test\.ts)\): ([^<|]+)/g;

const text = readFileSync(`${ROOT}SECURITY.md`, 'utf8');
const [, section = ''] = text.split('## Who attacks what, and what stops them');
const [table = ''] = section.split('\n## ');
const lines = table.split('\n').filter((line) => /^\| (?!they want|---|\*\*)/.test(line));

describe('SECURITY.md', () => {
  it('names a test for each line of who attacks what', () => {
    expect(lines.length).to.be.at.least(30);
    const without = lines.filter((line) => [...line.matchAll(PROOF)].length === 0);
    expect(without).to.deep.equal([]);
  });

  it('names tests that exist, in the file where they are', () => {
    const wrong: string[] = [];
    for (const [, name, path = '', title = ''] of table.matchAll(PROOF)) {
      const wanted = title.trim();
      const source = existsSync(ROOT + path) ? readFileSync(ROOT + path, 'utf8') : '';
      const isThere = [`it('${wanted}'`, `it("${wanted}"`].some((call) => source.includes(call));
      if (!isThere || path !== `test/${name}.test.ts`) wrong.push(`${path}: ${wanted}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('speaks of everyone that a team has to fear', () => {
    const who = table.match(/^\| \*\*[^*]+\*\*/gm) ?? [];
    expect(who.join()).to.match(
      /pipeline.+stolen a key.+stolen the database.+viewer.+organization.+another site.+on the line.+guesses.+issuer.+assistant.+ask somewhere.+log.+package/s,
    );
  });
});
