import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Block, readPage } from '../../support/markdown.ts';
import { ROOT } from '../../support/process.ts';
import { createProject, type Project, whyNot } from './project.ts';
import { type Component, readTemplate, recordScript } from './template.ts';

const PAGES = ['docs/gitlab.md', 'plugins/gitlab/README.md'];
const COMPONENTS: readonly Component[] = ['milepost', 'milepost-job'];
const LOCAL = COMPONENTS.map((component) => `  - local: templates/${component}.yml`);
const SNIPPETS = PAGES.map((path) => ({ path, blocks: readPage(path).blocks.filter(isPipeline) }));

/** A snippet with an `include` of its own as a whole pipeline, with the templates of this commit. */
function toPipeline(code: string): string {
  const included = code.replaceAll(
    /component: \$CI_SERVER_FQDN\/OWNER\/milepost\/([a-z-]+)@1/g,
    'local: templates/$1.yml',
  );
  return `${included}\nother:\n  script: echo\n`;
}

/** The others as one pipeline, with the line of each in the names of its jobs. */
function toOnePipeline(blocks: readonly Block[]): string {
  const jobs = blocks.map(({ code, line }) =>
    code.replaceAll(/^([a-z]+(?: [a-z]+)*):$|(?<=on_stop: ).*/gm, (name) =>
      name.endsWith(':') ? `${name.slice(0, -1)} ${line}:` : `${name} ${line}`,
    ),
  );
  return ['include:', ...LOCAL, ...jobs].join('\n');
}

/** Those of other places show a file that is not here. */
function isPipeline({ language, code }: Block): boolean {
  const isYaml = language === 'yaml' || language === 'gitlab';
  return isYaml && !/^ {2}- (project|remote|local): /m.test(code);
}

function hasInclude({ code }: Block): boolean {
  return code.startsWith('include:');
}

describe('what is written about GitLab', () => {
  let project: Project | undefined;
  before(() => {
    const reason = whyNot();
    if (reason === undefined) project = createProject({});
    else process.stdout.write(`    snippets are not run: ${reason}\n`);
  });
  after(() => project?.remove());

  for (const { path, blocks } of SNIPPETS) {
    for (const { code, line } of blocks.filter(hasInclude)) {
      it(`is a pipeline that can run: ${path}, line ${line}`, async function () {
        if (project === undefined) return this.skip();
        project.write(toPipeline(code));
        const listed = await project.run({ args: ['--list-all'] });
        expect(listed.code, listed.log).to.equal(0);
      });
    }
  }

  it('is made of jobs that can run, where it shows no include', async function () {
    if (project === undefined) return this.skip();
    const blocks = SNIPPETS.flatMap((snippet) => snippet.blocks).filter((one) => !hasInclude(one));
    project.write(toOnePipeline(blocks));
    const { code, log } = await project.run({ args: ['--list-all'] });
    expect(code, log).to.equal(0);
    for (const { line } of blocks) expect(log).to.match(new RegExp(`^[a-z ]+ ${line}\\b`, 'm'));
    expect(blocks.length).to.be.at.least(10);
  });

  const page = readFileSync(join(ROOT, 'docs/gitlab.md'), 'utf8');

  for (const component of COMPONENTS) {
    it(`lists the inputs of ${component} as its template has them`, () => {
      const [, found] =
        page
          .split(`<!-- gitlab-inputs:${component}:start -->\n\n`)[1]
          ?.match(new RegExp(`^([^]*?)\\n\\n<!-- gitlab-inputs:${component}:end -->`)) ?? [];
      expect(found).to.equal(inputsTable(component));
    });
  }

  it('names every variable that sets something for one job', () => {
    const named = new Set(page.match(/MILEPOST_[A-Z]+/g));
    const pairs = /given='([^']+)'/.exec(recordScript())?.[1]?.split(/\s+/) ?? [];
    const variables = pairs.map((pair) => `MILEPOST_${pair.split(':')[1]}`);
    expect(variables.length).to.be.at.least(8);
    const missing = variables.filter((name) => !named.has(name) && name !== 'MILEPOST_STATUS');
    expect(missing).to.deep.equal([]);
  });

  it('explains what the script says', () => {
    const explained = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, words = '']) => words);
    for (const words of ['neither Node.js 20 nor curl', 'does not fit its checksum']) {
      expect(
        explained.some((one) => one.includes(words)),
        words,
      ).to.equal(true);
      expect(recordScript()).to.include(words);
    }
  });
});

function inputsTable(component: Component): string {
  const rows = Object.entries(readTemplate(component).inputs).map(([name, input]) => [
    `\`${name}\``,
    input.description ?? '',
    input.default === '' ? '' : `\`${String(input.default)}\``,
  ]);
  const table = [['input', 'meaning', 'default'], ...rows];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [header = [], ...body] = table;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(header), rule, ...body.map(line)].join('\n');
}
