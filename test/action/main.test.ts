import { expect } from 'chai';
import { INPUTS, type RunInputs } from '../../action/inputs.ts';
import { run } from '../../action/main.ts';
import type { Runner } from '../../action/runner.ts';
import type { JsonObject } from '../../backend/model/event.ts';
import { createTransport } from '../../plugins/transport.ts';
import { createTestClock } from '../support/action-clock.ts';
import { closedPort } from '../support/action-http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';

const ENV = {
  GITHUB_EVENT_NAME: 'push',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_REPOSITORY_ID: '1',
  GITHUB_SHA: 'c0ffee254729296a45a3885639ac7e10f9d54979',
  GITHUB_REF_NAME: 'main',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_RUN_ID: '7',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'deploy',
  GITHUB_ACTION: '__milepost',
};

interface Record {
  readonly secrets: string[];
  readonly outputs: { [name: string]: string };
  readonly lines: string[];
  readonly warnings: string[];
  readonly failures: string[];
  summary: string;
  /** In the order of their first use. */
  readonly calls: string[];
}

function createRecorder(over: Partial<Runner> = {}): { record: Record; runner: Runner } {
  const record: Record = {
    secrets: [],
    outputs: {},
    lines: [],
    warnings: [],
    failures: [],
    summary: '',
    calls: [],
  };
  const runner: Runner = {
    setSecret: (value) => {
      record.calls.push('setSecret');
      record.secrets.push(value);
    },
    setOutput: (name, value) => {
      record.calls.push('setOutput');
      record.outputs[name] = value;
    },
    info: (line) => {
      record.calls.push('info');
      record.lines.push(line);
    },
    warning: (title, message) => void record.warnings.push(`${title}: ${message}`),
    fail: (title, message) => void record.failures.push(`${title}: ${message}`),
    writeSummary: async (html) => {
      record.summary = html;
    },
    idToken: async () => {
      throw new Error('no id-token permission');
    },
    saveState: () => {},
    state: () => '',
    ...over,
  };
  return { record, runner };
}

describe('the action', () => {
  let milepost: TestMilepost;
  let start = Date.UTC(2026, 10, 20, 10);

  beforeEach(async () => {
    milepost = await startMilepost();
  });
  afterEach(() => milepost.close());

  async function act(
    inputs: Partial<RunInputs>,
    options: {
      readonly env?: { [name: string]: string };
      readonly payload?: JsonObject;
      readonly runner?: Partial<Runner>;
    } = {},
  ): Promise<Record> {
    const { record, runner } = createRecorder(options.runner);
    const empty = Object.fromEntries(INPUTS.map((name) => [name, ''])) as RunInputs;
    // Later each time, as steps are.
    start += 60_000;
    const time = createTestClock(1, start);
    await run(
      { ...empty, url: milepost.url, 'api-key': milepost.key, ...inputs },
      { kind: 'point' },
      {
        env: { ...ENV, ...options.env },
        payload: options.payload ?? {},
        runner,
        delivery: { ...time, transport: createTransport({}) },
        clock: time.clock,
        git: async () => undefined,
        newId: () => 'new-id',
      },
    );
    return record;
  }

  it('records the event and says so, everywhere', async () => {
    const record = await act({ environment: 'production', data: '{"ticket": "OPS-1"}' });
    const [event] = await milepost.events();
    expect(event).to.deep.include({ subject: 'production', source: '//github.com/acme/shop' });
    expect(event?.data).to.deep.include({ ticket: 'OPS-1' });
    expect(record.outputs['recorded']).to.equal('true');
    expect(record.outputs['event-id']).to.equal(event?.id);
    expect(JSON.parse(record.outputs['event'] ?? '')).to.deep.include({ id: event?.id });
    expect(record.lines).to.include('  subject = production (input environment)');
    const page = `${milepost.url}/timeline?event=${event?.id}&eventSource=%2F%2Fgithub.com%2Facme%2Fshop`;
    expect(record.lines).to.include(`Recorded: ${page}`);
    expect(record.summary).to.contain(
      `<a href="${page.replace('&', '&amp;')}"`.replace(/_/g, '&#95;'),
    );
    expect(record.warnings.concat(record.failures)).to.deep.equal([]);
  });

  it('hides the key before it does anything else', async () => {
    const record = await act({});
    expect(record.calls[0]).to.equal('setSecret');
    expect(record.secrets).to.deep.equal([milepost.key]);
  });

  it('finds address and key in the environment too', async () => {
    const env = { MILEPOST_URL: milepost.url, MILEPOST_API_KEY: milepost.key };
    const record = await act({ url: '', 'api-key': '' }, { env });
    expect(record.outputs['recorded']).to.equal('true');
    expect(record.secrets).to.deep.equal([milepost.key]);
  });

  it('records a retried step once, and each leg of a matrix, each attempt and environment', async () => {
    const first = await act({ environment: 'production', 'job-index': '0' });
    const retried = await act({ environment: 'production', 'job-index': '0' });
    expect(retried.outputs['event-id']).to.equal(first.outputs['event-id']);
    expect(retried.outputs['recorded']).to.equal('true');
    expect(retried.summary).to.contain('already');
    const [event] = await milepost.events();
    expect(first.summary).to.contain('<td>now</td>');
    expect(retried.summary).to.contain(`<code>${event?.time}</code></td><td>an earlier attempt`);
    await act({ environment: 'production', 'job-index': '1' });
    await act({ environment: 'staging', 'job-index': '0' });
    await act({ environment: 'production', 'check-run-id': '5' });
    const again = { GITHUB_RUN_ATTEMPT: '2' };
    await act({ environment: 'production', 'job-index': '0' }, { env: again });
    await act({ environment: 'production' }, { env: { GITHUB_ACTION: '__milepost_2' } });
    expect(await milepost.events()).to.have.length(6);
  });

  const WRONG: readonly [what: string, inputs: Partial<RunInputs>, says: string][] = [
    ['no address', { url: '' }, 'input url: is missing'],
    ['an address that is none', { url: 'milepost' }, 'input url: must be an address'],
    ['a password in the address', { url: 'https://a:b@c' }, 'must not hold a user name'],
    ['no key', { 'api-key': '' }, 'input api-key: is missing'],
    ['a key with a line break', { 'api-key': 'mp_a\nb' }, 'input api-key: holds characters'],
    ['data that is no JSON', { data: '{"password": "hunter2"' }, 'input data: must be a JSON'],
    ['data that is a list', { data: '["hunter2"]' }, 'input data: must be a JSON object'],
    ['an unknown severity', { severity: 'HIGH' }, 'input severity: must be one of auto, none, LOW'],
    ['a malformed key', { 'api-key': 'mp_wrong' }, 'the API key was refused'],
  ];
  for (const [what, inputs, says] of WRONG) {
    it(`calls ${what} wrong configuration, and fails only when it is asked to`, async () => {
      for (const policy of ['', 'never', 'config', 'always']) {
        const record = await act({ ...inputs, 'fail-on-error': policy });
        const isFailure = policy === 'config' || policy === 'always';
        const [said] = isFailure ? record.failures : record.warnings;
        expect(isFailure ? record.warnings : record.failures, policy).to.deep.equal([]);
        expect(said).to.contain('Milepost: wrong configuration').and.to.contain(says);
        expect(record.outputs['recorded']).to.equal('false');
        expect(JSON.stringify(record.failures.concat(record.warnings))).to.not.contain('hunter2');
        expect(record.summary).to.contain('wrong configuration');
      }
      expect(await milepost.events()).to.deep.equal([]);
    });
  }

  it('reports a key that may only read', async () => {
    const record = await act({ 'api-key': milepost.readKey, 'fail-on-error': 'config' });
    expect(record.failures[0]).to.contain('the API key may not do this');
  });

  it('names all that is wrong at once', async () => {
    const inputs = { url: '', 'api-key': '', data: '{', 'dry-run': 'maybe', timeout: 'long' };
    const record = await act({ ...inputs, 'fail-on-error': 'sometimes' });
    for (const name of ['url', 'api-key', 'data', 'dry-run', 'timeout', 'fail-on-error']) {
      expect(record.failures[0]).to.contain(`input ${name}:`);
    }
  });

  it('lets a deployment pass while Milepost is down, loudly, and keeps the event', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    for (const policy of ['never', 'config', 'always']) {
      const record = await act({ url, 'fail-on-error': policy });
      const [said] = policy === 'always' ? record.failures : record.warnings;
      expect(said).to.contain('Milepost: the event was not recorded').and.to.contain(url);
      expect(said).to.contain('milepost send --replay');
      expect(policy === 'always' ? record.warnings : record.failures).to.deep.equal([]);
      expect(record.outputs['recorded']).to.equal('false');
      expect(JSON.parse(record.outputs['event'] ?? '')).to.have.property('specversion', '1.0');
    }
  });

  it('stops trying when its timeout is over', async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const record = await act({ url, timeout: '2' });
    expect(record.warnings[0]).to.contain('after 3 attempts');
  });

  it('prints the event of a dry run and sends nothing', async () => {
    const record = await act({ 'dry-run': 'true', url: '', 'api-key': '' });
    const printed = JSON.parse(record.lines.at(-1) ?? '') as { type: string };
    expect(printed.type).to.equal('deployment');
    expect(record.outputs['recorded']).to.equal('false');
    expect(record.outputs['event']).to.equal(JSON.stringify(printed));
    expect(record.summary).to.contain('Dry run');
    expect(await milepost.events()).to.deep.equal([]);
  });

  it('does not send twice, nor fail, because the summary cannot be written', async () => {
    let attempts = 0;
    const writeSummary = async () => {
      attempts += 1;
      throw new Error('no space left');
    };
    const record = await act({ 'fail-on-error': 'always' }, { runner: { writeSummary } });
    expect(attempts).to.equal(1);
    expect(record.outputs['recorded']).to.equal('true');
    expect(record.failures).to.deep.equal([]);
    expect(record.lines.at(-1)).to.contain('no space left');
  });

  it('fails for a mistake of its own only where it must not pass', async () => {
    const setOutput = () => {
      throw new Error('Missing file at path: /output');
    };
    for (const [policy, isFailure] of [
      ['never', false],
      ['always', true],
    ] as const) {
      const record = await act({ 'fail-on-error': policy }, { runner: { setOutput } });
      const said = isFailure ? record.failures : record.warnings;
      expect(said[0]).to.contain('Missing file');
    }
  });
});
