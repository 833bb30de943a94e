/** What holds for every page, whatever it is about. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadAll } from 'js-yaml';
import { readPage, readPages, resolveLink } from '../support/markdown.ts';
import { ROOT } from '../support/process.ts';

const PAGES = readPages();
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

describe('every page of the documentation', () => {
  it('has links that lead somewhere, and to a heading where they say so', () => {
    const dead = PAGES.flatMap((page) =>
      page.links
        .filter(({ target }) => !/^[a-z]+:/.test(target))
        .filter(({ target }) => !leadsSomewhere(resolveLink(page, target)))
        .map(({ target, line }) => `${page.path}:${line} ${target}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it('names only npm scripts that there are', () => {
    const missing = PAGES.flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run (?:--\S+ )*([\w:-]+)/g)]
        .filter(([, name = '']) => !Object.hasOwn(scripts, name))
        .map(([command]) => `${path}: ${command}`),
    );
    expect(missing).to.deep.equal([]);
  });

  const blocksOf = (...languages: string[]) =>
    PAGES.flatMap(({ path, blocks }) =>
      blocks
        .filter(({ language }) => languages.includes(language))
        .map(({ code, line }) => ({ code, place: `${path}:${line}` })),
    );

  it('has YAML that is YAML', () => {
    for (const { code, place } of blocksOf('yaml', 'yml')) {
      expect(() => loadAll(code), place).not.to.throw();
    }
  });

  it('has JSON that is JSON', () => {
    for (const { code, place } of blocksOf('json')) {
      expect(() => JSON.parse(code) as unknown, place).not.to.throw();
    }
  });

  it('has shell commands that a shell can read', () => {
    for (const { code, place } of blocksOf('sh', 'bash')) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: code });
      expect(status, `${place} ${stderr}`).to.equal(0);
    }
  });

  it('closes every block of code that it opens', () => {
    for (const { path, text } of PAGES) {
      expect((text.match(/^ *```/gm)?.length ?? 0) % 2, path).to.equal(0);
    }
  });

  it('is at most 200 lines long, where it is the README', () => {
    expect(readPage('README.md').text.split('\n').length).to.be.at.most(200);
  });
});

function leadsSomewhere({ path, anchor }: { path: string; anchor: string }): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  if (anchor === '') return true;
  return path.endsWith('.md') && readPage(path).anchors.has(anchor);
}
