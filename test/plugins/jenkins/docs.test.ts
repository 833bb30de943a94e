/** Every example of the manual runs, and records what the manual says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readPage } from '../../support/markdown.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { temporaryFolder } from '../../support/process.ts';
import { createAgents } from './agent.ts';
import { LIBRARY, modes, type Outcome, runPipelines } from './jenkins.ts';
import { scenario } from './scenarios.ts';

const PAGE = readPage('docs/jenkins.md');
const EXAMPLES = PAGE.blocks
  .filter(({ language }) => language === 'groovy')
  .map(({ code, heading }, index) => ({ code, heading, job: `example-${index}` }));

/** What an example records, by its heading, oldest first. */
const RECORDED: Readonly<Record<string, readonly string[]>> = {
  'Record deployments from Jenkins': ['deployment production'],
  'Once for all pipelines': ['deployment production'],
  'Start and end': ['deployment-started production', 'deployment production'],
  Rollback: ['deployment production'],
  Release: ['release null'],
  'Database migration': ['db-migration-started production', 'db-migration production'],
  'Scheduled job': ['backup production'],
  'Several systems in one repository': ['deployment production', 'deployment production'],
  'Parallel stages and matrix': [
    'deployment-started production-eu',
    'deployment production-eu',
    'deployment-started production-us',
    'deployment production-us',
  ],
  'Scripted pipeline': ['deployment-started production', 'deployment production'],
  'No agent': ['deployment production'],
  'Keys for a folder': ['deployment staging'],
  'Without a key': ['deployment production'],
  'Multibranch projects': ['deployment production'],
};

const SCRIPTS = ['deploy', 'publish', 'migrate', 'backup'];
const [plain] = modes();

describe('docs/jenkins.md', () => {
  const [folder, remove] = temporaryFolder();
  let milepost: TestMilepost;
  let outcomes: Readonly<Record<string, Outcome>> = {};

  before(async function () {
    if (plain?.missing !== undefined) {
      process.stdout.write(`    skipped: ${plain.missing}\n`);
      this.skip();
    }
    this.timeout(60_000);
    milepost = await startMilepost();
    const { full } = createAgents(folder);
    const { url, key } = milepost;
    outcomes = await runPipelines(
      Object.fromEntries(
        EXAMPLES.map(({ code, heading, job }) => [
          job,
          scenario(full, url, '', runnable(code, url), {
            agent: false,
            credentials: credentialsFor(heading, key),
            files: Object.fromEntries(
              SCRIPTS.map((name) => [`${name}.sh`, `#!/bin/sh\necho "${name} $1"\n`]),
            ),
            facts: { params: { VERSION: 'v1.3.0' } },
            env: {
              JOB_NAME: job,
              BUILD_URL: `https://jenkins.example.com/job/${job}/7/`,
              VERSION: 'v1.3.0',
              // Each one has a timeline of its own.
              GIT_URL: `https://git.example.com/acme/${job}.git`,
              ...(heading === 'Release' ? { TAG_NAME: 'v1.4.0' } : {}),
            },
          }),
        ]),
      ),
    );
  });
  after(async () => {
    remove();
    await milepost?.close();
  });

  for (const { heading, job } of EXAMPLES) {
    it(`has an example that does what it says: ${heading}`, async () => {
      const { log = '', problem } = outcomes[job] ?? {};
      expect(problem, log).to.equal(null);
      expect(log).to.not.contain('WARNING');
      const events = (await milepost.events())
        .filter(({ data }) => (data?.['ci'] as { job?: string } | undefined)?.job === job)
        .map(({ type, subject }) => `${type} ${subject}`);
      expect(events).to.have.members([...(RECORDED[heading] ?? [])]);
    });
  }

  it('names every argument, as the help in Jenkins does', () => {
    const source = readFileSync(join(LIBRARY, 'src/io/milepost/Arguments.groovy'), 'utf8');
    const lists = [...source.matchAll(/(?:TEXTS|OTHERS) =\s+\[([^\]]+)\]/g)];
    const known = lists.flatMap(([, list = '']) => list.match(/\w+/g) ?? []).sort();
    expect(known).to.include('environment').and.to.include('dryRun');
    const table = PAGE.text.slice(
      PAGE.text.indexOf('| argument '),
      PAGE.text.indexOf('## Recipes'),
    );
    const inManual = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(inManual.sort()).to.deep.equal(known);
    const help = readFileSync(join(LIBRARY, 'vars/milepost.txt'), 'utf8');
    const inHelp = [...help.matchAll(/<dt><code>(\w+)/g)].map(([, name]) => name);
    expect(inHelp.sort()).to.deep.equal(known);
  });
});

/** Libraries are loaded by Jenkins before a pipeline is compiled. */
function runnable(code: string, url: string): string {
  return code.replace(/^@Library.*\n/, '').replaceAll('https://milepost.example.com', url);
}

/** The credentials that the text around an example tells to make. */
function credentialsFor(heading: string, key: string): Record<string, string> {
  if (heading === 'Keys for a folder') return { 'milepost-team-shop': key };
  if (heading === 'Without a key') return { 'milepost-id-token': key };
  return { 'milepost-api-key': key };
}
