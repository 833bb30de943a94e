import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SEVERITIES } from '../../../backend/model/event.ts';
import { STATUSES } from '../../../plugins/ci/context.ts';
import { gitlab } from '../../../plugins/ci/gitlab.ts';
import { readStatus } from '../../../plugins/ci/status.ts';
import { DEPLOY_JOB } from './environment.ts';
import { FOLDER, readTemplate, recordScript, templateText } from './template.ts';

const COMPONENTS = ['milepost', 'milepost-job'] as const;

/** `build.mjs` is JavaScript and has no types of its own. */
interface Build {
  buildPipeline(outfile: string): Promise<void>;
  buildGitlab(program: Buffer, folder: string): Promise<void>;
}

async function importBuild(path: string): Promise<Build> {
  const address = new URL(`../../../${path}`, import.meta.url).href;
  return (await import(address)) as Build;
}

describe('the templates of the GitLab components', () => {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-templates-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  before(async () => {
    const { buildPipeline } = await importBuild('build.mjs');
    const { buildGitlab } = await importBuild('plugins/gitlab/source/build.mjs');
    await buildPipeline(join(folder, 'milepost.mjs'));
    await buildGitlab(readFileSync(join(folder, 'milepost.mjs')), folder);
  });

  for (const component of COMPONENTS) {
    it(`${component}.yml is what a fresh build makes; else run: node build.mjs --plugins`, () => {
      const fresh = readFileSync(join(folder, `${component}.yml`), 'utf8');
      expect(templateText(component) === fresh).to.equal(true);
    });

    it(`${component}.yml describes every input in one line`, () => {
      for (const [name, input] of Object.entries(readTemplate(component).inputs)) {
        expect(input.description, name).to.match(/^[A-Z][^\n]{10,110}\.$/);
        expect(input.default, name).not.to.equal(undefined);
      }
    });

    it(`${component}.yml stays below 50 kB, what every job of a pipeline carries along`, () => {
      expect(templateText(component).length).to.be.at.most(50_000);
    });
  }

  it('allow as severity and status what the command knows', () => {
    const { severity, status } = readTemplate('milepost-job').inputs;
    expect(severity?.options).to.deep.equal(['auto', 'none', ...SEVERITIES]);
    const statuses = status?.options?.map((word) => readStatus(word));
    expect(statuses).to.deep.equal([undefined, ...STATUSES]);
  });

  it('run the same script in front of, behind and without the script of a job', () => {
    const scripts = COMPONENTS.flatMap((component) =>
      Object.values(readTemplate(component).jobs).flatMap((job) => [
        ...(job.script ?? []),
        ...(job.before_script ?? []),
        ...(job.after_script ?? []),
      ]),
    ).map((script) => script.trim());
    expect(scripts).to.have.length(3);
    expect(new Set(scripts).size).to.equal(1);
  });

  it('show one readable line of it in a job log', () => {
    expect(recordScript().split('\n', 1)[0]).to.match(/^# Milepost .{20,110}$/);
  });

  it('hand a server without Node.js every variable that the derivation reads', () => {
    const sent = /for name in ([A-Z_ ]+); do/.exec(recordScript())?.[1]?.split(' ') ?? [];
    expect(sent).to.include('CI_JOB_ID');
    const read = new Set<string>();
    const watch = (env: Readonly<Record<string, string>>) =>
      new Proxy(env, {
        get: (target, name: string) => {
          read.add(name);
          return target[name];
        },
      });
    const stop = { ...DEPLOY_JOB, CI_ENVIRONMENT_ACTION: 'stop' };
    for (const env of [DEPLOY_JOB, stop, { CI_COMMIT_TAG: 'v1' }, { CI_SERVER_HOST: 'h' }, {}]) {
      gitlab.detect(watch(env));
      gitlab.read(watch(env), {});
    }
    expect([...read].filter((name) => !sent.includes(name))).to.deep.equal([]);
  });

  it('send no token, no password and no variable of the project’s own', () => {
    const sent = /for name in ([A-Z_ ]+); do/.exec(recordScript())?.[1]?.split(' ') ?? [];
    expect(sent.filter((name) => !/^(CI|GITLAB)_/.test(name))).to.deep.equal([]);
    expect(sent.filter((name) => /TOKEN|PASSWORD|SECRET|KEY|JWT/.test(name))).to.deep.equal([]);
  });

  it('have a licence beside them, which is that of the whole', () => {
    const ours = readFileSync(new URL('../../../LICENSE', import.meta.url), 'utf8');
    expect(readFileSync(join(FOLDER, 'LICENSE.md'), 'utf8')).to.equal(ours);
  });
});
