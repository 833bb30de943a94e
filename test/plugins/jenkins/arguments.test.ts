/** What an author may write, and what the command gets of it. */
import { expect } from 'chai';
import { temporaryFolder } from '../../support/process.ts';
import { createAgents } from './agent.ts';
import { modes, type Outcome, runPipelines, type Scenario } from './jenkins.ts';
import { groovy, HOSTILE, scenario } from './scenarios.ts';

const URL = 'https://milepost.example.com';

/** What is wrong with a call, by the call. */
const WRONG: Readonly<Record<string, string>> = {
  "milepost(enviroment: 'x')": 'unknown argument enviroment, did you mean environment?',
  "milepost('fail-on-errors': 'x')": 'unknown argument fail-on-errors, did you mean failOnError?',
  "milepost(subject: 'x')": 'unknown argument subject, did you mean environment?',
  'milepost(colour: 1)': 'unknown argument colour.',
  "milepost(apiKey: 'x')":
    'apiKey: keep the key as a credential of the kind Secret text and name it',
  "milepost(environment: ['x'])": 'environment: must be text, not a list',
  'milepost(version: [a: 1])': 'version: must be text, not a map',
  'milepost(timeout: 0)': 'timeout: must be a whole number of seconds, 1 to 3600',
  "milepost(timeout: 'soon')": 'timeout: must be a whole number of seconds, 1 to 3600',
  "milepost(dryRun: 'yes')": 'dryRun: must be true or false',
  "milepost(status: 'great')": 'status: must be one of started, success, failure',
  "milepost(failOnError: 'sometimes')": 'failOnError: must be one of never, config, always',
  'milepost(failOnError: true)': 'failOnError: must be one of never, config, always',
  "milepost(url: 'milepost.example.com')": 'url: must be an address such as https://',
  "milepost(url: 'https://user:pw@milepost.example.com')": 'url: must be an address such as',
  'milepost(data: [at: new Date()])': 'data.at: must be text, a number, true, false, null',
  'milepost(data: [list: [1, [x: 0.0d / 0]]])': 'data.list[1].x: must be text, a number',
  'def m = [:]; m.m = m; milepost(data: m)': 'data: is nested too deeply, at most 32 levels',
  "milepost 'production'":
    "milepost takes named arguments, as in milepost(environment: 'production')",
  "milepost.track(environment: 'x')": 'track needs a block',
  "milepost.track(status: 'success') { echo 'deploying' }": 'status: track finds it out by itself',
};

const [plain] = modes();

describe('the arguments of the Jenkins library', () => {
  const [folder, remove] = temporaryFolder();
  let outcomes: Readonly<Record<string, Outcome>> = {};

  before(async function () {
    if (plain?.missing !== undefined) {
      process.stdout.write(`    skipped: ${plain.missing}\n`);
      this.skip();
    }
    this.timeout(60_000);
    const { spy } = createAgents(folder);
    const scenarios: Record<string, Scenario> = {
      full: scenario(
        spy,
        URL,
        'mp_key',
        `milepost(environment: ${groovy(HOSTILE)}, type: 'db-migration', version: "v\${1}", source: 'api',
          severity: 'LOW', description: '-1 = "x"', data: [b: true, n: 1.50, t: "\${'é'}"], timeout: 5,
          url: ' ${URL}/path/ ')`,
      ),
      absent: scenario(spy, URL, 'mp_key', "milepost(version: env.TAG_NAME, environment: '')"),
      text: scenario(spy, URL, 'mp_key', `milepost(data: '{"ticket": "OPS-1"}', dryRun: 'true')`),
      nobody: scenario(spy, URL, 'mp_key', 'milepost()', {
        env: { BUILD_URL: '', GIT_URL: 'git@git.example.com:acme/shop.git' },
        facts: { absoluteUrl: 'https://jenkins.example.com/job/x/7/' },
      }),
      windows: scenario(spy, URL, 'mp_key', "milepost(environment: 'x%PATH%')", {
        workspace: 'a b%20c',
        facts: { isUnix: false, batchCode: 0 },
      }),
      'windows-nothing': scenario(spy, URL, 'mp_key', 'milepost()', {
        facts: { isUnix: false, batchCode: 11 },
      }),
    };
    for (const call of Object.keys(WRONG)) {
      scenarios[call] = scenario(spy, URL, 'mp_key', call);
      scenarios[`${call} config`] = scenario(spy, URL, 'mp_key', withPolicy(call));
    }
    outcomes = await runPipelines(scenarios);
  });
  after(remove);

  const called = (name: string) => {
    const { log, problem } = outcomes[name] ?? { log: '', problem: null };
    expect(problem, log).to.equal(null);
    return JSON.parse(log.split('\n').find((line) => line.startsWith('{')) ?? '{}') as {
      args: readonly string[];
      env: Readonly<Record<string, string>>;
    };
  };

  it('become options of the command', () => {
    expect(called('full').args).to.deep.equal([
      'send',
      `--environment=${HOSTILE}`,
      '--type=db-migration',
      '--version=v1',
      '--source=api',
      '--severity=LOW',
      '--description=-1 = "x"',
      '--data={"b":true,"n":1.50,"t":"\\u00e9"}',
      `--url=${URL}/path/`,
      '--timeout=5',
      '--fail-on-error=always',
    ]);
  });

  it('count as absent when there is nothing in them', () => {
    expect(called('absent').args.filter((one) => /version|environment/.test(one))).to.deep.equal(
      [],
    );
  });

  it('take data as JSON text', () => {
    const { args } = called('text');
    expect(args).to.include('--data={"ticket": "OPS-1"}');
    expect(args).to.include('--dry-run');
  });

  it('come with what the shell cannot see', () => {
    expect(called('full').env).to.deep.include({
      GIT_URL: 'https://git.example.com/acme/shop.git',
      MILEPOST_STATUS: 'SUCCESS',
      MILEPOST_STARTED_AT: '1790000000000',
      MILEPOST_CAUSE_USER: 'Jane Doe',
      MILEPOST_PREVIOUS_RESULT: 'FAILURE',
    });
    const { env } = called('nobody');
    expect(env).to.not.have.any.keys('MILEPOST_CAUSE_USER', 'MILEPOST_PREVIOUS_RESULT');
    expect(env['BUILD_URL']).to.equal('https://jenkins.example.com/job/x/7/');
    expect(env['GIT_URL']).to.equal('git@git.example.com:acme/shop.git');
  });

  it('reach a batch file on Windows by a file', () => {
    const { log, returned } = outcomes['windows'] ?? { log: '', returned: '' };
    expect(returned).to.equal('true');
    expect(log).to.match(/@node ".*a b%%20c@tmp\/milepost-[\w-]+\\start\.mjs"/);
    expect(log).to.not.contain('%PATH%');
    expect(outcomes['windows-nothing']?.log).to.contain('neither Node.js 20 or newer nor curl');
  });

  for (const [call, problem] of Object.entries(WRONG)) {
    it(`say what is wrong with ${call}, and let the build pass`, () => {
      const outcome = outcomes[call];
      expect(outcome?.problem, outcome?.log).to.equal(null);
      expect(outcome?.log).to.contain(problem);
      expect(outcome?.log).to.contain('milepost: WARNING: wrong configuration');
      if (call.includes('deploying')) expect(outcome?.log).to.contain('\ndeploying\n');
    });
  }

  it('fail the step where that is wanted', () => {
    for (const [call, problem] of Object.entries(WRONG)) {
      if (withPolicy(call) === call) continue;
      expect(outcomes[`${call} config`]?.problem?.message, call).to.contain(
        problem.replace(/\.$/, ''),
      );
    }
  });
});

/** The call that fails for what is wrong, where one can say that. */
function withPolicy(call: string): string {
  if (!/\((\[|[\w'-]+:)/.test(call) || call.includes('failOnError')) return call;
  return call.replace(/milepost(\.track)?\(/, (start) => `${start}failOnError: 'config', `);
}
