/** Parameters that nobody knows: contract 1. */
import { expect } from 'chai';
import { EVENTS } from '../support/http.ts';
import { expectError, fieldsOf, sample, useServer } from './support.ts';

describe('An unknown parameter', () => {
  const server = useServer();
  const MEANT: Readonly<Record<string, string>> = {
    enviroment: 'subject',
    environment: 'subject',
    env: 'subject',
    stage: 'subject',
    sources: 'source',
    soruce: 'source',
    service: 'source',
    types: 'type',
    typ: 'type',
    Type: 'type',
    severty: 'severity',
    verison: 'version',
    since: 'from',
    until: 'to',
    serach: 'search',
    q: 'search',
    limits: 'limit',
    page: 'cursor',
    sort: 'order',
    time_zone: 'timezone',
    tz: 'timezone',
    '-type': 'not.type',
    'type!': 'not.type',
    'not.tpye': 'not.type',
    'not.env': 'not.subject',
    exclude_source: 'not.source',
  };
  for (const [name, meant] of Object.entries(MEANT)) {
    it(`is refused: ${name}, and ${meant} is suggested`, async () => {
      const answer = await server().client.get(`${EVENTS}?${name}=x`);
      expectError(answer, 'VALIDATION_ERROR');
      expect(answer.body.error).to.equal(`${name}: unknown parameter, did you mean ${meant}?`);
    });
  }

  for (const name of ['zzzzzz', 'foo.bar', '__proto__', 'constructor', '$where', 'type[]', '😀']) {
    it(`is refused without a guess: ${name}`, async () => {
      const answer = await server().client.get(`${EVENTS}?${encodeURIComponent(name)}=x`);
      expectError(answer, 'VALIDATION_ERROR', `${name}: unknown parameter`);
    });
  }

  it('is refused without a value too', async () => {
    const { client } = server();
    for (const query of ['enviroment', 'enviroment=', 'type=x&enviroment']) {
      expectError(await client.get(`${EVENTS}?${query}`), 'VALIDATION_ERROR', /^enviroment: /);
    }
  });

  it('is listed with everything else that is wrong', async () => {
    const answer = await server().client.get(`${EVENTS}?enviroment=x&limit=0&foo=1&severity=low`);
    expectError(answer, 'VALIDATION_ERROR');
    expect(fieldsOf(answer)).to.have.members(['enviroment', 'limit', 'foo', 'severity']);
    const [first] = answer.body.details ?? [];
    expect(answer.body.error).to.equal(`${first?.field}: ${first?.message}`);
  });

  const PATHS = ['/summary', '/facets', '/stream', '/export', '/some-id'].map(
    (end) => EVENTS + end,
  );
  for (const path of [...PATHS, '/api/v1/state']) {
    it(`is refused at ${path}`, async () => {
      const answer = await server().client.get(`${path}?soruce=x`);
      expectError(answer, 'VALIDATION_ERROR');
      expect(answer.body.error).to.equal('soruce: unknown parameter, did you mean source?');
    });
  }

  it('is refused where events are recorded, instead of being ignored', async () => {
    const { client } = server();
    const headers = { 'Content-Type': 'application/json' };
    const event = sample();
    const body = JSON.stringify(event);
    const answer = await client.send('POST', `${EVENTS}?dryrun=true`, { headers, body });
    expectError(answer, 'VALIDATION_ERROR', /^dryrun: unknown parameter/);
    expect((await client.list({ source: String(event['source']) })).body.data).to.deep.equal([]);
  });

  it('is not offered where it means nothing', async () => {
    const answer = await server().client.get(`${EVENTS}/some-id?limt=5`);
    expectError(answer, 'VALIDATION_ERROR', /^limt: unknown parameter/);
    expect(answer.body.error).to.not.include('limit?');
  });
});
