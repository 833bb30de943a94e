/** Agents with Node.js: the events are those of `milepost send`. */
import { expect } from 'chai';
import { closedPort } from '../../support/action-http.ts';
import { startMilepost, type TestMilepost } from '../../support/milepost.ts';
import { temporaryFolder } from '../../support/process.ts';
import { type Agents, createAgents } from './agent.ts';
import { type Mode, modes, type Outcome, runPipelines } from './jenkins.ts';
import { groovy, HOSTILE, MAIN, scenario } from './scenarios.ts';

const LONG = `${HOSTILE}\n`.repeat(100);

for (const mode of modes()) describePipelines(mode);

function describePipelines(mode: Mode): void {
  describe(`the Jenkins library on agents with Node.js, ${mode.name}`, () => {
    const [folder, remove] = temporaryFolder();
    let milepost: TestMilepost;
    let outcomes: Readonly<Record<string, Outcome>> = {};

    before(async function () {
      if (mode.missing !== undefined) {
        process.stdout.write(`    skipped: ${mode.missing}\n`);
        this.skip();
      }
      this.timeout(60_000);
      milepost = await startMilepost();
      const down = `http://127.0.0.1:${await closedPort()}`;
      outcomes = await runPipelines(pipelines(milepost, down, createAgents(folder)), mode);
    });
    after(async () => {
      remove();
      await milepost?.close();
    });

    const of = (name: string): Outcome => {
      const outcome = outcomes[name];
      if (outcome === undefined) throw new Error(`no scenario ${name}`);
      return outcome;
    };
    const passes = (name: string): Outcome => {
      expect(of(name).problem, of(name).log).to.equal(null);
      return of(name);
    };
    const eventsOf = async (source: string) =>
      (await milepost.events()).filter((event) => event.source === source);

    it('records one event from the post section of a declarative pipeline', async () => {
      const { log, result } = passes('declarative');
      expect(result).to.equal('SUCCESS');
      const [event, ...others] = await eventsOf('//git.example.com/acme/shop');
      expect(others).to.deep.equal([]);
      expect(event).to.deep.include({
        type: 'deployment',
        subject: 'production',
        version: MAIN['GIT_COMMIT'],
      });
      expect(event?.data).to.have.nested.property('ci.stage', 'Deploy');
      expect(event?.data).to.have.nested.property('ci.runUrl', MAIN['BUILD_URL']);
      expect(log).to.contain('subject = production (--environment)');
      expect(log).to.contain(`Recorded: ${milepost.url}/timeline?event=jk-7-`);
    });

    it('hands over every character as it is, in any locale and through no shell', async () => {
      passes('hostile');
      const [event] = await eventsOf('hostile');
      expect(event?.data).to.have.nested.property('exact.text', LONG);
      expect(event?.data).to.have.nested.property('exact.list').that.deep.equals([1.5, true, null]);
      expect(event?.data?.['description']).to.equal(HOSTILE);
      expect(event?.data).to.have.nested.property('ci.ref', HOSTILE);
      expect(event?.subject).to.match(/^it's "x" \\ \$\(echo/);
      expect(JSON.stringify(event)).to.not.contain(milepost.key);
    });

    it('takes the title of a change request for the description', async () => {
      passes('change');
      const [event] = await eventsOf('change');
      expect(event?.data?.['description']).to.equal(HOSTILE);
    });

    it('takes texts with values in them, numbers, and nothing for what is not there', async () => {
      passes('gstring');
      const [event] = await eventsOf('gstring');
      expect(event).to.deep.include({
        subject: 'eu-production',
        version: '1.40',
        severity: 'MAJOR',
      });
    });

    it('records a step that is repeated once', async () => {
      const { log } = passes('twice');
      expect(await eventsOf('twice')).to.have.lengthOf(1);
      expect(log, log).to.contain('Recorded already: ');
    });

    it('keeps branches that run at the same time apart by their stage', async () => {
      passes('parallel');
      const events = await eventsOf('parallel');
      for (const stage of ['eu', 'us', 'asia']) {
        const found = events.filter(({ data }) => JSON.stringify(data).includes(`"${stage}"`));
        expect(found, stage).to.have.lengthOf(1);
      }
      expect(new Set(events.map(({ id }) => id)).size).to.equal(3);
    });

    it('works in folders with any name', async () => {
      passes('workspace');
      expect(await eventsOf('workspace')).to.have.lengthOf(1);
    });

    it('passes while Milepost is down, and says so', () => {
      const { log, returned } = passes('down');
      expect(returned).to.equal('deployed');
      expect(log).to.match(/^milepost: WARNING: Milepost is down, nothing was recorded/m);
      expect(log).to.contain('the connection was refused');
      expect(of('down-config').problem).to.equal(null);
    });

    it('fails while Milepost is down where that is wanted, before anything was deployed', () => {
      const { problem, log } = of('down-always');
      expect(problem?.type).to.equal('hudson.AbortException');
      expect(problem?.message).to.contain('milepost: Milepost is down, nothing was recorded');
      expect(log).to.not.contain('deploying');
    });

    it('says that the key is wrong, and passes; or fails where that is wanted', () => {
      const { log, returned } = passes('wrong-key');
      expect(returned).to.equal('false');
      expect(log).to.contain('the API key was refused');
      expect(log).to.match(/^milepost: WARNING: wrong configuration, nothing was recorded/m);
      expect(of('wrong-key-config').problem?.message).to.contain('wrong configuration');
    });

    it('says that a credential is missing, and passes; or fails where that is wanted', () => {
      const message =
        "there is no usable credential 'milepost-api-key' (Could not find credentials entry with ID 'milepost-api-key')";
      expect(passes('no-credential').log).to.contain(message);
      expect(of('no-credential-config').problem?.message).to.contain(message);
    });

    it('uses a key that is there already, and a credential that is named before that', async () => {
      passes('own-key');
      expect(await eventsOf('own-key')).to.have.lengthOf(1);
      passes('named-credential');
      expect(await eventsOf('named-credential')).to.have.lengthOf(1);
    });

    it('needs neither address nor key to show what it would do', async () => {
      const { log, returned } = passes('dry-run');
      expect(log).to.contain('Dry run: nothing was sent.');
      expect(log).to.not.contain('WARNING');
      expect(returned).to.equal('false');
      expect(await eventsOf('dry-run')).to.deep.equal([]);
    });

    it('never says the key', () => {
      for (const [name, { log, problem }] of Object.entries(outcomes)) {
        expect(log + (problem?.message ?? ''), name).to.not.contain(milepost.key);
      }
    });

    it('keeps nothing across a step that Jenkins could not write down', function () {
      if (mode.jars.length === 0) this.skip();
      // The harness does write it down.
      expect(of('unwritable').problem?.type).to.equal('java.io.NotSerializableException');
    });

    it('leaves no file behind', () => {
      for (const [name, { left }] of Object.entries(outcomes)) {
        expect(left, name).to.deep.equal([]);
      }
    });
  });
}

function pipelines(milepost: TestMilepost, down: string, { full }: Agents) {
  const { url, key } = milepost;
  const build = (script: string, over = {}) => scenario(full, url, key, script, over);
  const wrongKey = `mp_${'x'.repeat(46)}`;
  return {
    declarative: build(
      `pipeline {
        agent any
        stages {
          stage('Deploy') {
            steps { sh 'echo deployed' }
            post { always { milepost environment: 'production' } }
          }
        }
      }`,
      { agent: false },
    ),
    hostile: build(
      `milepost(source: 'hostile', environment: ${groovy(HOSTILE)}, description: ${groovy(HOSTILE)},
        data: [exact: [text: ${groovy(LONG)}, list: [1.5, true, null]]])`,
      { env: { BRANCH_NAME: HOSTILE } },
    ),
    change: build("milepost(source: 'change')", {
      env: { CHANGE_ID: '12', CHANGE_TITLE: HOSTILE },
    }),
    gstring: build(
      `def region = 'eu'
      milepost(source: "\${'gstring'}", environment: "\${region}-production", version: 1.40, type: null,
        severity: 'major', description: '', data: ["\${region}": "\${region}"])`,
    ),
    unwritable: build("def kept = new Object(); sh 'echo'; kept.toString()"),
    twice: build("milepost(source: 'twice'); milepost(source: 'twice')"),
    parallel: build(
      `def regions = ['eu', 'us', 'asia']
      def branches = [:]
      for (int i = 0; i < regions.size(); i++) {
        def region = regions[i]
        branches[region] = { stage(region) { milepost(source: 'parallel', environment: 'production') } }
      }
      parallel branches`,
    ),
    workspace: build("milepost(source: 'workspace')", { workspace: `a b'c"d$(x)%20é` }),
    down: scenario(
      full,
      down,
      key,
      "milepost.track(environment: 'production', timeout: 1) { echo 'deploying'; 'deployed' }",
    ),
    'down-config': scenario(full, down, key, "milepost(timeout: 1, failOnError: 'config')"),
    'down-always': scenario(
      full,
      down,
      key,
      "milepost.track(timeout: 1, failOnError: 'always') { echo 'deploying' }",
    ),
    'wrong-key': scenario(full, url, wrongKey, 'milepost()'),
    'wrong-key-config': scenario(full, url, wrongKey, "milepost(failOnError: 'config')"),
    'no-credential': build('milepost()', { credentials: {} }),
    'no-credential-config': build("milepost(failOnError: 'config')", { credentials: {} }),
    'own-key': build("milepost(source: 'own-key')", {
      credentials: {},
      env: { MILEPOST_API_KEY: key },
    }),
    'named-credential': build("milepost(source: 'named-credential', credentialsId: 'other')", {
      credentials: { other: key },
      env: { MILEPOST_API_KEY: wrongKey },
    }),
    'dry-run': scenario(full, '', '', "milepost(source: 'dry-run', dryRun: true)", {
      credentials: {},
    }),
  };
}
