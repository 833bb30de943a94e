/** Agents without Node.js: what curl posts for the server to derive an event from. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { jenkins } from '../../../plugins/ci/jenkins.ts';
import { closedPort, startServer, type TestServer } from '../../support/action-http.ts';
import { temporaryFolder } from '../../support/process.ts';
import { createAgents } from './agent.ts';
import { type Mode, modes, type Outcome, runPipelines } from './jenkins.ts';
import { HOSTILE, MAIN } from './scenarios.ts';
import { ANSWERS, KEY, LONG, MISTAKES, OUTAGES, pipelines } from './without-node.ts';

for (const mode of modes()) describeWithoutNode(mode);

function describeWithoutNode(mode: Mode): void {
  describe(`the Jenkins library on agents without Node.js, ${mode.name}`, () => {
    const [folder, remove] = temporaryFolder();
    const servers: Record<string, TestServer> = {};
    let outcomes: Readonly<Record<string, Outcome>> = {};

    before(async function () {
      if (mode.missing !== undefined) {
        process.stdout.write(`    skipped: ${mode.missing}\n`);
        this.skip();
      }
      this.timeout(60_000);
      for (const [name, behaviours] of Object.entries(ANSWERS)) {
        servers[name] = await startServer(behaviours);
      }
      const agents = createAgents(folder);
      const url = (name: string) => servers[name]?.url ?? '';
      const down = `http://127.0.0.1:${await closedPort()}`;
      outcomes = await runPipelines(pipelines(agents, url, down, join(folder, 'curl.log')), mode);
    });
    after(async () => {
      remove();
      for (const server of Object.values(servers)) await server.close();
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
    const received = (name: string) => servers[name]?.received ?? [];
    const forms = (name: string) =>
      received(name).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

    it('posts what was given and what Jenkins says as a form', () => {
      const { returned } = passes('simple');
      expect(returned).to.equal('true');
      const [request] = received('simple');
      expect(request).to.deep.include({ method: 'POST', path: '/api/v1/ingest/jenkins' });
      expect(request?.headers).to.deep.include({
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'milepost-jenkins',
      });
      const told = Object.fromEntries(
        Object.entries(MAIN).filter(([name]) => jenkins.variables.includes(name)),
      );
      const env = Object.fromEntries(
        Object.entries({ ...told, GIT_URL: 'https://git.example.com/acme/shop.git' }).map(
          ([name, value]) => [`env.${name}`, value],
        ),
      );
      expect(forms('simple')).to.deep.equal([
        {
          ...env,
          'env.STAGE_NAME': 'Deploy',
          'env.MILEPOST_CAUSE_USER': 'Jane Doe',
          'env.MILEPOST_PREVIOUS_RESULT': 'FAILURE',
          'env.MILEPOST_STATUS': 'SUCCESS',
          'env.MILEPOST_STARTED_AT': '1790000000000',
          'given.environment': 'production',
          'given.version': '1.4.0',
        },
      ]);
    });

    it('says what became of it, as milepost send does', () => {
      const { log } = of('simple');
      expect(log).to.contain('  subject = production (given.environment)\n');
      expect(log).to.contain(
        `Recorded: ${servers['simple']?.url}/timeline?event=jk-7-0123&eventSource=%2F%2Fgit.example.com%2Facme%2Fshop`,
      );
      expect(log).to.not.contain('WARNING');
    });

    it('hands over every character as it is', () => {
      passes('hostile');
      const [form] = forms('hostile');
      expect(form).to.deep.include({
        'given.environment': HOSTILE,
        'given.description': LONG,
        'env.CHANGE_TITLE': `${HOSTILE}\nand more`,
        'env.BRANCH_NAME': HOSTILE,
      });
      expect(JSON.parse(form?.['given.data'] ?? '')).to.deep.equal({ [HOSTILE]: LONG });
    });

    it('keeps the key out of every command line and every log', () => {
      const lines = readFileSync(join(folder, 'curl.log'), 'utf8');
      expect(lines).to.contain('/api/v1/ingest/jenkins');
      expect(lines).to.not.contain(KEY);
      for (const [name, { log, problem }] of Object.entries(outcomes)) {
        expect(log + (problem?.message ?? ''), name).to.not.contain(KEY);
      }
      expect(of('echo').log).to.contain('Bearer ***');
    });

    it('sends an id token where there is no key', () => {
      passes('id-token');
      expect(received('id-token')[0]?.headers.authorization).to.equal('Bearer eyJh.eyJz.c2ln-_');
    });

    it('takes curl where Node.js is too old', () => {
      passes('old-node');
      expect(received('old-node')).to.have.lengthOf(1);
    });

    it('tries again while the server is in trouble', () => {
      expect(passes('recovers').returned).to.equal('true');
      expect(received('recovers')).to.have.lengthOf(2);
    });

    for (const [name, reason] of OUTAGES) {
      it(`passes when Milepost is ${name}, and says so; or fails where that is wanted`, () => {
        const { log, returned } = passes(name);
        expect(returned).to.equal('false');
        expect(log).to.contain('milepost: WARNING: Milepost is down, nothing was recorded: ');
        expect(log).to.contain(reason);
        expect(of(`${name}-config`).problem).to.equal(null);
        expect(of(`${name}-always`).problem?.message).to.contain('Milepost is down');
      });
    }

    for (const [name, reason] of MISTAKES) {
      it(`calls ${name} wrong configuration, and passes; or fails where that is wanted`, () => {
        const { log } = passes(name);
        expect(log).to.contain('milepost: WARNING: wrong configuration, nothing was recorded: ');
        expect(log).to.contain(reason);
        expect(of(`${name}-config`).problem?.type).to.equal('hudson.AbortException');
        expect(of(`${name}-config`).problem?.message).to.contain(reason);
      });
    }

    it('asks once where another attempt would end the same way', () => {
      expect(received('wrong key')).to.have.lengthOf(3);
    });

    it('shows what it would send', () => {
      const { log, returned } = passes('dry-run');
      expect(returned).to.equal('false');
      expect(log).to.contain('  environment = production (given)\nDry run: nothing was sent.\n');
    });

    it('records the start and the end of a body, and returns what it returns', () => {
      expect(passes('success').returned).to.equal('deployed');
      expect(statuses('success')).to.deep.equal(['started', 'SUCCESS']);
      expect(forms('success').map((form) => form['given.status'])).to.deep.equal([
        'started',
        'SUCCESS',
      ]);
      const [start, end] = forms('success').map((form) => form['given.startedAt']);
      expect(start).to.match(/^\d{13}$/);
      expect(end).to.equal(start);
      expect(Number(start)).to.be.closeTo(Date.now(), 120_000);
    });

    it('records a failure and throws it on', () => {
      expect(of('failure').problem).to.deep.equal({
        type: 'hudson.AbortException',
        message: 'script returned exit code 3',
      });
      expect(statuses('failure')).to.deep.equal(['started', 'FAILURE']);
    });

    it('records an abort and throws it on', () => {
      expect(of('abort').problem?.type).to.match(/\.FlowInterruptedException$/);
      expect(statuses('abort')).to.deep.equal(['started', 'ABORTED']);
    });

    it('takes a failed downstream build for the failure that it is', () => {
      expect(statuses('downstream')).to.deep.equal(['started', 'FAILURE']);
    });

    it('records a body that made the build unstable, or failed it without throwing', () => {
      expect(passes('unstable').result).to.equal('UNSTABLE');
      expect(statuses('unstable')).to.deep.equal(['started', 'UNSTABLE']);
      expect(statuses('caught')).to.deep.equal(['started', 'FAILURE']);
    });

    it('does not blame a body for what was wrong before', () => {
      expect(statuses('unstable-before')).to.deep.equal(['started', 'SUCCESS']);
    });

    it('throws what the body threw, also when recording it fails the step', () => {
      expect(of('both fail').problem?.message).to.equal('script returned exit code 3');
      expect(of('both fail').log).to.contain('milepost: Milepost is down, nothing was recorded');
      expect(of('end fails').problem?.message).to.contain('Milepost is down');
    });

    it('records one body inside of another, and a block behind milepost itself', () => {
      passes('nested');
      const told = forms('nested').map(
        (form) => `${form['given.environment']} ${form['env.MILEPOST_STATUS']}`,
      );
      expect(told).to.deep.equal(['all started', 'eu started', 'eu SUCCESS', 'all SUCCESS']);
    });

    it('takes the status of the build in a post section, or the one that is given', () => {
      expect(of('post').result).to.equal('FAILURE');
      expect(statuses('post')).to.deep.equal(['FAILURE']);
      expect(forms('given-status')[0]).to.deep.include({ 'given.status': 'cancelled' });
      expect(forms('post')[0]).to.not.have.any.keys('given.status', 'given.startedAt');
    });

    it('lets an abort through that comes while it works', () => {
      expect(of('aborted').problem?.type).to.match(/\.FlowInterruptedException$/);
    });

    const statuses = (name: string) => forms(name).map((form) => form['env.MILEPOST_STATUS']);
  });
}
