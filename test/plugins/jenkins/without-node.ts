/** Builds on agents without Node.js, and what the servers answer that they ask. */
import type { Agents } from './agent.ts';
import type { Scenario } from './jenkins.ts';
import { groovy, HOSTILE, scenario } from './scenarios.ts';

export const KEY = `mp_${'k3y'.repeat(15)}x`;
export const LONG = `${HOSTILE}\n`.repeat(100);

const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });
const STORED = json(201, {
  success: true,
  data: { id: 'jk-7-0123', source: '//git.example.com/acme/shop', type: 'deployment' },
  origins: [{ field: 'subject', value: 'production', origin: 'given.environment' }],
});
const refusal = (status: number, error: string) => json(status, { success: false, error });

export const ANSWERS = {
  ...Object.fromEntries(
    ['simple', 'hostile', 'id-token', 'old-node', 'success', 'failure', 'abort', 'downstream']
      .concat(['unstable', 'caught', 'unstable-before', 'nested', 'post', 'given-status'])
      .map((name) => [name, [STORED]]),
  ),
  echo: [refusal(400, `type: I do not like Bearer ${KEY}`)],
  recovers: [{ status: 503 }, STORED],
  'end fails': [STORED, { status: 503 }],
  'both fail': [STORED, { status: 503 }],
  'in trouble': [refusal(503, 'the store does not answer')],
  'not answering': ['hang'],
  'wrong key': [refusal(401, 'unknown API key')],
  'wrong scope': [refusal(403, 'the key is READ_ONLY')],
  'an invalid value': [refusal(400, 'severity: must be one of LOW, MINOR')],
  'a redirect': [{ status: 302, headers: { Location: 'https://elsewhere.example.com' } }],
  'another server': [{ status: 200, body: '<html>Welcome</html>' }],
} as const;

export const OUTAGES = [
  ['not there', 'the connection was refused'],
  ['in trouble', 'the server answered 503: the store does not answer'],
  ['not answering', 'there was no answer in time'],
] as const;

export const MISTAKES = [
  ['wrong key', 'the API key was refused: unknown API key'],
  ['wrong scope', 'the API key may not do this: the key is READ_ONLY'],
  ['an invalid value', 'Milepost refused it: severity: must be one of LOW, MINOR'],
  ['a redirect', 'redirects: set the address to where Milepost really is'],
  ['another server', 'is not Milepost (status 200): check the address'],
  ['no address', "url: is missing, give url: 'https://milepost.example.com'"],
  ['no key', 'MILEPOST_API_KEY: is empty'],
  ['rubbish for a key', 'MILEPOST_API_KEY: holds characters that no API key has'],
  ['an agent with nothing', 'neither Node.js 20 or newer nor curl'],
  ['no agent', 'there is no agent here'],
] as const;

export function pipelines(
  { curl, oldNode, bare }: Agents,
  url: (name: string) => string,
  down: string,
  curlLog: string,
): Record<string, Scenario> {
  const on = (name: string, script: string, over: Partial<Scenario> = {}) =>
    scenario(curl, url(name), KEY, script, over);
  const track = (name: string, body: string, argument = '') =>
    on(name, `milepost.track(environment: 'production'${argument}) { ${body} }`);
  const policies = (name: string, over: (script: string) => Scenario) => ({
    [name]: over('milepost(timeout: 1)'),
    [`${name}-config`]: over("milepost(timeout: 1, failOnError: 'config')"),
    [`${name}-always`]: over("milepost(timeout: 1, failOnError: 'always')"),
  });
  const withKey = (key: string) => (script: string) => scenario(curl, down, key, script);
  return {
    simple: on(
      'simple',
      "stage('Deploy') { milepost(environment: 'production', version: '1.4.0') }",
      { env: { CURL_LOG: curlLog } },
    ),
    hostile: on(
      'hostile',
      `milepost(environment: ${groovy(HOSTILE)}, description: ${groovy(LONG)},
        data: [(${groovy(HOSTILE)}): ${groovy(LONG)}])`,
      { env: { CHANGE_TITLE: `${HOSTILE}\nand more`, BRANCH_NAME: HOSTILE } },
    ),
    'id-token': on('id-token', 'milepost()', {
      credentials: {},
      env: { MILEPOST_ID_TOKEN: 'eyJh.eyJz.c2ln-_' },
    }),
    'old-node': scenario(oldNode, url('old-node'), KEY, 'milepost()'),
    // Nothing masks a key that came by the environment.
    echo: on('echo', 'milepost()', { credentials: {}, env: { MILEPOST_API_KEY: KEY } }),
    recovers: on('recovers', 'milepost()'),
    ...policies('not there', (script) => scenario(curl, down, KEY, script)),
    ...policies('in trouble', (script) => on('in trouble', script)),
    ...policies('not answering', (script) => on('not answering', script)),
    ...policies('wrong key', (script) => on('wrong key', script)),
    ...policies('wrong scope', (script) => on('wrong scope', script)),
    ...policies('an invalid value', (script) => on('an invalid value', script)),
    ...policies('a redirect', (script) => on('a redirect', script)),
    ...policies('another server', (script) => on('another server', script)),
    ...policies('no address', (script) => scenario(curl, '', KEY, script)),
    ...policies('no key', withKey('  ')),
    ...policies('rubbish for a key', withKey('mp_"\nurl = "http://evil.example.com')),
    ...policies('an agent with nothing', (script) => scenario(bare, down, KEY, script)),
    ...policies('no agent', (script) => scenario(curl, down, KEY, script, { agent: false })),
    'dry-run': scenario(curl, '', KEY, "milepost(environment: 'production', dryRun: true)"),
    success: track('success', "'deployed'"),
    failure: track('failure', "sh 'exit 3'"),
    abort: track('abort', "interrupt('ABORTED')"),
    downstream: track('downstream', "interrupt('FAILURE')"),
    unstable: track('unstable', "unstable('a test failed')"),
    caught: track('caught', "catchError { error 'x' }"),
    'unstable-before': on(
      'unstable-before',
      "unstable('a test failed'); milepost.track { echo 'deploying' }",
    ),
    'end fails': track('end fails', "'deployed'", ", timeout: 1, failOnError: 'always'"),
    'both fail': track('both fail', "sh 'exit 3'", ", timeout: 1, failOnError: 'always'"),
    nested: on(
      'nested',
      "milepost(environment: 'all') { milepost.track(environment: 'eu') { echo 'deploying' } }",
    ),
    post: on(
      'post',
      `pipeline {
        agent any
        stages { stage('Deploy') { steps { sh 'exit 1' } } }
        post { always { milepost() } }
      }`,
    ),
    'given-status': on('given-status', "milepost(status: 'cancelled')"),
    aborted: scenario(curl, down, KEY, 'milepost()', { facts: { isAborted: true } }),
  };
}
