import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import { closedPort } from '../../support/action-http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { createProject, type Project, whyNot } from './project.ts';
import { FOLDER } from './template.ts';

const SOURCE = '//gitlab.acme.example/platform/shop';

describe('pipelines of GitLab, run by gitlab-ci-local', () => {
  let milepost: TestMilepost;
  let project: Project;
  before(async function () {
    const reason = whyNot();
    if (reason !== undefined) {
      process.stdout.write(`    skipped: ${reason}\n`);
      return this.skip();
    }
    milepost = await startMilepost();
    project = createProject({ MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.key });
  });
  after(async () => {
    project?.remove();
    await milepost?.close();
  });

  /** The events since the last call, oldest first. */
  const seen = new Set<string>();
  const newEvents = async (): Promise<StoredEvent[]> => {
    const events = (await milepost.events()).filter(({ id }) => !seen.has(id));
    for (const { id } of events) seen.add(id);
    return events.toReversed();
  };

  describe('include: local', () => {
    before(() =>
      project.write(`
include:
  - local: templates/milepost.yml
    inputs:
      timeout: 2
      start-timeout: 1
      data: '{"ticket": "OPS-1", "note": "it''s \\"new\\""}'
deploy:
  extends: .milepost
  environment: production
  script: echo deploying
broken:
  extends: .milepost
  environment: production
  script: exit 3
own:
  extends: .milepost
  environment: staging
  script: echo deploying
  after_script:
    - echo "cleaning up"
    - !reference [.milepost, after_script]
    - echo "cleaned up after $CI_JOB_STATUS"
both:
  extends: [.milepost, .milepost-start]
  environment: qa
  script: echo deploying
migrate:
  extends: [.milepost, .milepost-start]
  environment: production
  variables: { MILEPOST_TYPE: db-migration }
  script: exit 1
stop:
  extends: .milepost
  environment: { name: review/42, action: stop }
  script: echo stopping
orders:
  extends: .milepost
  environment: production
  variables:
    MILEPOST_SOURCE: //acme/orders
    MILEPOST_VERSION: $CI_COMMIT_SHORT_SHA-orders
  script: echo deploying
`),
    );

    it('records a job that succeeds, and keeps its log small', async () => {
      const { code, log } = await project.run({ jobs: ['deploy'] });
      expect(code, log).to.equal(0);
      const [event] = await newEvents();
      expect(event).to.deep.include({ type: 'deployment', source: SOURCE, subject: 'production' });
      expect(event?.version).to.match(/^[0-9a-f]{40}$/);
      expect(event?.data).to.deep.include({ status: 'success', note: 'it\'s "new"' });
      expect(event?.data?.['durationMs']).to.be.a('number').that.is.below(60_000);
      expect(event?.data?.['ci']).to.include({ provider: 'gitlab', job: 'deploy' });
      expect(log).to.include('$ # Milepost puts this job on the timeline.');
      expect(log.length).to.be.below(3000);
    });

    it('records a job that fails, which fails as it would have', async () => {
      const { code, log } = await project.run({ jobs: ['broken'] });
      expect(code, log).to.equal(1);
      const [event] = await newEvents();
      expect(event).to.deep.include({ type: 'deployment-failed', subject: 'production' });
      expect(event?.data).to.include({ status: 'failure' });
    });

    it('records from an after_script of the project’s own', async () => {
      const { code, log } = await project.run({ jobs: ['own'] });
      expect(code, log).to.equal(0);
      expect(log).to.match(/cleaning up[\s\S]*Recorded: [\s\S]*cleaned up after success/);
      expect((await newEvents()).map(({ subject }) => subject)).to.deep.equal(['staging']);
    });

    it('records the start and the end', async () => {
      const { code, log } = await project.run({ jobs: ['both'] });
      expect(code, log).to.equal(0);
      const events = await newEvents();
      expect(events.map(({ type }) => type)).to.deep.equal(['deployment-started', 'deployment']);
      expect(new Set(events.map(({ subject }) => subject))).to.deep.equal(new Set(['qa']));
    });

    it('records how an operation of any type ended', async () => {
      await project.run({ jobs: ['migrate'] });
      const types = (await newEvents()).map(({ type }) => type);
      expect(types).to.deep.equal(['db-migration-started', 'db-migration-failed']);
    });

    it('records that an environment is stopped', async () => {
      const { code, log } = await project.run({ jobs: ['stop'] });
      expect(code, log).to.equal(0);
      const [event] = await newEvents();
      expect(event).to.deep.include({ type: 'teardown', subject: 'review/42' });
    });

    it('takes what one job alone sets', async () => {
      const { code, log } = await project.run({ jobs: ['orders'] });
      expect(code, log).to.equal(0);
      const [event] = await newEvents();
      expect(event?.source).to.equal('//acme/orders');
      expect(event?.version).to.match(/^[0-9a-f]{8}-orders$/);
    });

    it('records the tag', async () => {
      const { code, log } = await project.run({
        jobs: ['deploy'],
        variables: { CI_COMMIT_TAG: 'v1.4.0' },
        unset: ['CI_COMMIT_BRANCH'],
      });
      expect(code, log).to.equal(0);
      const [event] = await newEvents();
      expect(event).to.deep.include({ type: 'deployment', version: 'v1.4.0' });
    });

    it('records a job that is run again', async () => {
      await project.run({ jobs: ['deploy'] });
      await project.run({ jobs: ['deploy'] });
      expect(new Set((await newEvents()).map(({ id }) => id)).size).to.equal(2);
    });

    it('passes and says so where Milepost is down', async () => {
      const variables = { MILEPOST_URL: `http://127.0.0.1:${await closedPort()}` };
      const { code, log } = await project.run({ jobs: ['both'], variables });
      expect(code, log).to.equal(0);
      expect(log.match(/this is not on the timeline/g)).to.have.length(2);
      expect(log).to.include('the connection was refused');
    });

    it('passes and says that the key is wrong', async () => {
      const variables = { MILEPOST_API_KEY: 'mp_wrong' };
      const { code, log } = await project.run({ jobs: ['deploy'], variables });
      expect(code, log).to.equal(0);
      expect(log).to.include('the API key was refused');
    });
  });

  describe('include: component', () => {
    const include = (inputs: string) => `
include:
  - component: $CI_SERVER_FQDN/$CI_PROJECT_PATH/milepost@$CI_COMMIT_SHA
    inputs: { ${inputs} }
deploy:
  extends: .milepost
  environment: production
  script: echo deploying
`;

    it('works from the same repository', async () => {
      project.write(include('severity: MINOR, version: "7.1"'));
      const { code, log } = await project.run();
      expect(code, log).to.equal(0);
      const [event] = await newEvents();
      expect(event).to.include({ severity: 'MINOR', version: '7.1' });
    });

    for (const [inputs, words] of [
      ['severity: HIGH', 'not in the list of allowed options'],
      ['timeout: soon', 'is not a number'],
      ['url: milepost.example.com', 'does not match required'],
      ['data: "[1]"', 'does not match required'],
    ] as const) {
      it(`refuses ${inputs} before anything runs`, async () => {
        project.write(include(inputs));
        const { code, log } = await project.run({ args: ['--list'] });
        expect(code, log).not.to.equal(0);
        expect(log).to.include(words);
      });
    }

    it('adds a job, which fails only where it was asked to', async () => {
      project.write(`
include:
  - component: $CI_SERVER_FQDN/$CI_PROJECT_PATH/milepost-job@$CI_COMMIT_SHA
    inputs: { job: quiet, type: db-migration, environment: production, timeout: 1 }
  - component: $CI_SERVER_FQDN/$CI_PROJECT_PATH/milepost-job@$CI_COMMIT_SHA
    inputs: { job: strict, fail-on-error: config, environment: production }
`);
      const passed = await project.run({ jobs: ['quiet'] });
      expect(passed.code, passed.log).to.equal(0);
      const [event] = await newEvents();
      expect(event).to.deep.include({ type: 'db-migration', subject: 'production' });
      const variables = { MILEPOST_API_KEY: 'mp_wrong' };
      const codes = [
        (await project.run({ jobs: ['quiet'], variables })).code,
        (await project.run({ jobs: ['strict'], variables })).code,
      ];
      expect(codes).to.deep.equal([0, 1]);
    });
  });

  it('the pipeline that the component’s own project has passes', async () => {
    const own = createProject({});
    cpSync(join(FOLDER, '.gitlab-ci.yml'), join(own.folder, '.gitlab-ci.yml'));
    own.commit();
    const { code, log } = await own.run();
    own.remove();
    expect(code, log).to.equal(0);
    expect(log.match(/Dry run: nothing was sent/g)?.length).to.be.at.least(2);
  });
});
