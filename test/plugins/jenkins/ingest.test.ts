/** The whole way, with and without Node.js on the agent: the events have to be the same. */
import { expect } from 'chai';
import type { StoredEvent } from '../../../backend/model/event.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { temporaryFolder } from '../../support/process.ts';
import { createAgents } from './agent.ts';
import { modes, type Outcome, runPipelines, type Scenario } from './jenkins.ts';
import { groovy, HOSTILE, MAIN, scenario } from './scenarios.ts';

const [plain] = modes();

/** Bodies, and the type and status of the event at their end. */
const ENDS = {
  success: ["echo 'deployed'", 'deployment', 'success'],
  failure: ["sh 'exit 3'", 'deployment-failed', 'failure'],
  abort: ["interrupt('ABORTED')", 'deployment-cancelled', 'cancelled'],
  unstable: ["unstable('a test failed')", 'deployment', 'success'],
} as const;

/** What bodies throw. */
const THROWN = /\.(AbortException|FlowInterruptedException)$/;

describe('events from Jenkins', () => {
  const [folder, remove] = temporaryFolder();
  const agents = createAgents(folder);

  for (const agent of ['full', 'curl'] as const) {
    describe(agent === 'full' ? 'by Node.js' : 'by curl', () => {
      let milepost: TestMilepost;
      let outcomes: Readonly<Record<string, Outcome>> = {};

      before(async function () {
        if (plain?.missing !== undefined) {
          process.stdout.write(`    skipped: ${plain.missing}\n`);
          this.skip();
        }
        this.timeout(60_000);
        milepost = await startMilepost();
        const { url, key, readKey } = milepost;
        const build = (script: string, over: Partial<Scenario> = {}) =>
          scenario(agents[agent], url, key, script, over);
        outcomes = await runPipelines({
          ...Object.fromEntries(
            Object.entries(ENDS).map(([name, [body]]) => [
              name,
              build(`milepost.track(source: '${name}', environment: 'production') { ${body} }`),
            ]),
          ),
          post: build("milepost(source: 'post')"),
          hostile: build(
            `milepost(source: 'hostile', environment: 'production', data: [exact: ${groovy(HOSTILE)}])`,
            { env: { CHANGE_TITLE: HOSTILE, BRANCH_NAME: HOSTILE } },
          ),
          twice: build("milepost(source: 'twice'); milepost(source: 'twice')"),
          migration: build(
            "milepost.track(source: 'migration', type: 'db-migration') { sh 'exit 3' }",
          ),
          incident: build("milepost(source: 'incident', type: 'incident', status: 'failure')"),
          retried: build(
            "retry(2) { milepost.track(source: 'retried') { sh '[ -e once ] || { : >once; exit 1; }' } }",
          ),
          tag: build('milepost()', { env: { TAG_NAME: 'v1.4.0' } }),
          'bad severity': build("milepost(severity: 'huge')"),
          'bad data': build("milepost(data: '[1]')"),
          'read-only': scenario(agents[agent], url, readKey, 'milepost()'),
        });
      });
      after(() => milepost?.close());

      const eventsOf = async (source: string): Promise<StoredEvent[]> => {
        const { log, problem } = outcomes[source] ?? { log: '', problem: null };
        expect(problem === null || THROWN.test(problem.type), log).to.equal(true);
        return (await milepost.events()).filter((event) => event.source === source);
      };

      for (const [name, [, type, status]] of Object.entries(ENDS)) {
        it(`records a start and an end: ${name}`, async () => {
          const events = await eventsOf(name);
          expect(events.map((event) => event.type)).to.have.members(['deployment-started', type]);
          const end = events.find((event) => event.type === type);
          expect(end?.data).to.deep.include({ status });
          expect(end?.data?.['durationMs']).to.be.within(0, 60_000);
          expect(new Set(events.map(({ id }) => id)).size).to.equal(2);
        });
      }

      it('says of a written type how it ended, if both ends are recorded', async () => {
        const types = (await eventsOf('migration')).map(({ type }) => type);
        expect(types).to.have.members(['db-migration-started', 'db-migration-failed']);
        const [incident] = await eventsOf('incident');
        expect(incident).to.deep.include({ type: 'incident' });
        expect(incident?.data).to.deep.include({ status: 'failure' });
      });

      it('records what failed, and what then succeeded in the same build', async () => {
        const types = (await eventsOf('retried')).map(({ type }) => type);
        expect(types).to.have.members(['deployment-started', 'deployment-failed', 'deployment']);
      });

      it('records the status and the duration of the build', async () => {
        const [event] = await eventsOf('post');
        expect(event?.data).to.deep.include({
          status: 'success',
          startedAt: new Date(1_790_000_000_000).toISOString(),
        });
        expect(event).to.deep.include({ type: 'deployment', version: MAIN['GIT_COMMIT'] });
      });

      it('keeps hostile text as it is', async () => {
        const [event] = await eventsOf('hostile');
        expect(event?.data).to.deep.include({ exact: HOSTILE, description: HOSTILE });
        expect(event?.data).to.have.nested.property('ci.ref', HOSTILE);
      });

      it('records a step that is repeated once', async () => {
        expect(await eventsOf('twice')).to.have.lengthOf(1);
        const { log = '' } = outcomes['twice'] ?? {};
        expect(log, log).to.contain('Recorded already: ');
      });

      it('takes the build of a tag for a release, from the repository', async () => {
        const events = (await milepost.events()).filter(({ version }) => version === 'v1.4.0');
        expect(events).to.have.lengthOf(1);
        expect(events[0]).to.deep.include({
          type: 'release',
          source: '//git.example.com/acme/shop',
        });
      });

      it('calls wrong values and a wrong key wrong configuration', () => {
        for (const name of ['bad severity', 'bad data', 'read-only']) {
          expect(outcomes[name]?.problem, name).to.equal(null);
          expect(outcomes[name]?.log, name).to.contain('milepost: WARNING: wrong configuration');
        }
        expect(outcomes['bad severity']?.log).to.contain('LOW, MINOR, MAJOR');
        expect(outcomes['read-only']?.log).to.contain('the API key may not do this');
      });
    });
  }

  after(remove);
});
