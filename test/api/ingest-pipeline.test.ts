import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { Answer } from '../support/http.ts';
import { expectError, useServer } from './support.ts';

const BUILD = {
  JOB_NAME: 'acme/shop/main',
  BUILD_NUMBER: '42',
  BUILD_URL: 'https://jenkins.example.com/job/acme/job/shop/job/main/42/',
  GIT_URL: 'https://bot:s3cret-token@github.com/acme/shop.git',
  GIT_COMMIT: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
  BRANCH_NAME: 'main',
  STAGE_NAME: 'Deploy',
};

interface Recorded extends Answer<StoredEvent> {
  readonly body: Answer<StoredEvent>['body'] & {
    readonly origins: readonly { field: string; value: string; origin: string }[];
  };
}

describe('POST /api/v1/ingest/{ci}', () => {
  const server = useServer();

  const form = (
    fields: Readonly<Record<string, string>>,
    ci = 'jenkins',
    client = server().client,
  ) =>
    client.send<StoredEvent>('POST', `/api/v1/ingest/${ci}`, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    }) as Promise<Recorded>;
  const ofBuild = (given: Readonly<Record<string, string>> = {}, env: object = BUILD) => ({
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [`env.${name}`, value])),
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [`given.${name}`, value])),
  });

  it('derives the event as the plugins do, and tells from what', async () => {
    const answer = await form(ofBuild({ environment: 'production', status: 'FAILURE' }));
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data).to.deep.include({
      type: 'deployment-failed',
      source: '//github.com/acme/shop',
      subject: 'production',
      severity: 'MAJOR',
      version: BUILD.GIT_COMMIT,
    });
    expect(answer.body.data.data).to.have.property('status', 'failure');
    expect(answer.body.origins).to.deep.include({
      field: 'subject',
      value: 'production',
      origin: 'given.environment',
    });
    expect(answer.headers.get('location')).to.contain(encodeURIComponent('//github.com/acme/shop'));
    expect(answer.text).to.not.contain('s3cret-token');
    const listed = await server().client.list({ id: answer.body.data.id });
    expect(listed.body.data).to.have.length(1);
  });

  it('stores a retry once, with another duration, and another build anew', async () => {
    const env = { ...BUILD, BUILD_NUMBER: '43', BUILD_URL: `${BUILD.BUILD_URL}x` };
    const given = { environment: 'retry', status: 'SUCCESS', startedAt: String(Date.now() - 5000) };
    const first = await form(ofBuild(given, env));
    const again = await form(ofBuild({ ...given, startedAt: String(Date.now() - 9000) }, env));
    expect(again.status, again.text).to.equal(200);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(again.body.data).to.deep.equal(first.body.data);
    const other = await form(ofBuild(given, { ...env, BUILD_NUMBER: '44' }));
    expect(other.status).to.equal(201);
    expect(other.body.data.id).to.not.equal(first.body.data.id);
  });

  it('finds rollbacks', async () => {
    let build = 100;
    const deploy = (version: string) => {
      build += 1;
      return form(
        ofBuild({ environment: 'cell', version }, { ...BUILD, BUILD_NUMBER: String(build) }),
      );
    };
    await deploy('v1');
    await deploy('v2');
    const { body } = await deploy('v1');
    expect(body.data).to.deep.include({ type: 'rollback', version: 'v1' });
    expect(body.data.data).to.have.property('previousVersion', 'v2');
  });

  it('keeps nothing of a variable that it does not know', async () => {
    const env = { ...BUILD, BUILD_NUMBER: '7', AWS_SECRET_ACCESS_KEY: 'wJalr', __proto__x: 'y' };
    const answer = await form(ofBuild({ environment: 'x' }, env));
    expect(answer.status).to.equal(201);
    expect(answer.text).to.not.contain('wJalr');
  });

  it('keeps hostile values as they are', async () => {
    const description = '$(rm -rf ~) `id` "\'%0A\n::error::x \u{1f4a5}';
    const answer = await form(
      ofBuild({ description, data: '{"a": "&env.X=1"}' }, { ...BUILD, BUILD_NUMBER: '8' }),
    );
    expect(answer.body.data.data).to.deep.include({ description, a: '&env.X=1' });
  });

  it('takes JSON too, and what other CIs say', async () => {
    const env = {
      CI_SERVER_HOST: 'gitlab.example.com',
      CI_PROJECT_URL: 'https://gitlab.example.com/acme/shop',
      CI_JOB_ID: '9',
      CI_COMMIT_SHA: BUILD.GIT_COMMIT,
      CI_ENVIRONMENT_NAME: 'staging',
      CI_JOB_STATUS: 'success',
    };
    const answer = await server().client.send<StoredEvent>('POST', '/api/v1/ingest/gitlab', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ env, given: {} }),
    });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data).to.deep.include({
      type: 'deployment',
      source: '//gitlab.example.com/acme/shop',
      subject: 'staging',
      severity: 'LOW',
    });
  });

  it('says what is wrong, by the name of the field', async () => {
    const wrong: readonly [Readonly<Record<string, string>>, RegExp][] = [
      [{ 'given.colour': 'red' }, /^given\.colour: unknown, use type, source/],
      [{ name: 'x' }, /^name: unknown field, use env\.NAME and given\.name$/],
      [ofBuild({ severity: 'high' }), /^given\.severity: must be one of auto/],
      [ofBuild({ status: 'soso' }), /^given\.status: must be one of started/],
      [ofBuild({ data: '[1]' }), /^given\.data: must be a JSON object$/],
      [ofBuild({ startedAt: 'x' }), /^given\.startedAt: must be ISO 8601/],
      [{}, /^source: nothing here says what changed; give given\.source$/],
    ];
    for (const [fields, message] of wrong) {
      const answer = await form(fields);
      expectError(answer, 'VALIDATION_ERROR');
      expect(answer.body.error).to.match(message);
    }
  });

  it('wants a key that may write, a CI that it knows, and a body that it can read', async () => {
    expectError(await form(ofBuild(), 'jenkins', server().reader), 'FORBIDDEN');
    expectError(await form(ofBuild(), 'jenkins', server().client.as(undefined)), 'UNAUTHORIZED');
    expectError(await form(ofBuild(), 'hudson'), 'NOT_FOUND');
    expectError(await form(ofBuild(), '__proto__'), 'NOT_FOUND');
    const large = await form(ofBuild({ description: 'x'.repeat(70_000) }));
    expectError(large, 'PAYLOAD_TOO_LARGE');
    const plain = await server().client.send('POST', '/api/v1/ingest/jenkins', {
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expectError(plain, 'UNSUPPORTED_MEDIA_TYPE');
  });
});
