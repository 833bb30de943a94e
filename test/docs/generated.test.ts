import { readFileSync } from 'node:fs';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url);

describe('the documentation', () => {
  it('says what the code says; else run: node --import=tsx docs/generate.mjs', async () => {
    const address = new URL('docs/generate.mjs', ROOT).href;
    const { generate } = (await import(address)) as {
      generate(): Promise<Record<string, string>>;
    };
    for (const [file, text] of Object.entries(await generate())) {
      expect(readFileSync(new URL(file, ROOT), 'utf8'), file).to.equal(text);
    }
  });
});
