/** /openapi.json says what the server does, and the server does what it says: contract 9. */
import { expect } from 'chai';
import {
  batchAnswer,
  errorAnswer,
  eventAnswer,
  eventListAnswer,
  facetsAnswer,
  stateAnswer,
  summaryAnswer,
} from '../../backend/http/answers.ts';
import { type Answer, type Client, EVENTS } from '../support/http.ts';
import { type OpenApi, operationsOf, toValidator, walk } from './openapi.ts';
import { sample, unique, useServer } from './support.ts';

async function readDocument(client: Client): Promise<OpenApi> {
  const { status, headers, text } = await client.as(undefined).get('/openapi.json');
  expect(status).to.equal(200);
  expect(headers.get('content-type')).to.match(
    /^application\/(json|openapi\+json|vnd.oai.openapi\+json)/,
  );
  return JSON.parse(text) as OpenApi;
}

/** What is there for who is not signed in yet. */
const OPEN_PATHS = [
  '/api/v1/set-up',
  '/api/auth/sign-in/email',
  '/api/auth/sign-in/code',
  '/api/auth/sign-in/oidc',
  '/api/auth/oidc/callback',
  '/api/auth/ways',
  '/api/auth/forgotten',
  '/api/auth/sign-out',
  '/api/auth/get-session',
  '/api/v1/invitations/lookup',
  '/api/v1/invitations/accept',
  '/api/v1/password-reset',
];

describe('The OpenAPI document', () => {
  const server = useServer();
  let document: OpenApi;
  before(async () => {
    document = await readDocument(server().client);
  });

  it('is OpenAPI 3.1 and has what every such document has', () => {
    expect(document.openapi).to.match(/^3\.1\.\d+$/);
    expect(document.info.title).to.equal('Milepost');
    expect(document.info.version).to.be.a('string').and.not.equal('');
    for (const { path, method, operation } of operationsOf(document)) {
      expect(path).to.match(/^\//);
      expect(method).to.be.oneOf(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);
      expect(operation.summary).to.be.a('string').and.not.equal('');
      expect(Object.keys(operation.responses)).to.not.deep.equal([]);
      for (const [status, { description }] of Object.entries(operation.responses)) {
        expect(status).to.match(/^([1-5]\d\d|default)$/);
        expect(description).to.be.a('string').and.not.equal('');
      }
    }
  });

  it('resolves every reference inside itself', () => {
    walk(document, (node) => {
      const { $ref } = node;
      if (typeof $ref !== 'string') return;
      expect($ref).to.match(/^#\//);
      const names = $ref.slice(2).split('/');
      const target = names.reduce<unknown>(
        (at, name) => (at as Record<string, unknown> | undefined)?.[name],
        document,
      );
      expect(target, $ref).to.be.an('object');
    });
  });

  it('names each operation once', () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    for (const id of ids) expect(id).to.match(/^[a-zA-Z]\w+$/);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('declares the parameters of its paths, its tags and its security', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { path, operation } of operationsOf(document)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name)).to.have.members(inPath);
      for (const { required } of declared) expect(required).to.equal(true);
      for (const parameter of operation.parameters) expect(parameter.schema).to.be.an('object');
      const keys = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size).to.equal(keys.length);
      for (const tag of operation.tags) expect(tags).to.include(tag);
      for (const scheme of (operation.security ?? []).flatMap(Object.keys)) {
        expect(document.components.securitySchemes).to.have.property(scheme);
      }
      expect((operation.security ?? []).length > 0, path).to.equal(
        path.startsWith('/api/') && !OPEN_PATHS.includes(path),
      );
    }
  });

  it('holds the paths of the contract', () => {
    expect(Object.keys(document.paths)).to.include.members([
      '/api/v1/events',
      '/api/v1/events/{id}',
      '/api/v1/events/summary',
      '/api/v1/events/facets',
      '/api/v1/events/stream',
      '/api/v1/events/export',
      '/api/v1/state',
      '/api/v1/events/{id}/impact',
      '/api/v1/insights/causes',
      '/api/v1/insights/delivery',
      '/api/v1/metrics',
      '/api/v1/metrics/around',
      '/api/v1/metrics/webhook',
      '/healthz',
      '/readyz',
      '/metrics',
    ]);
    expect(Object.keys(document.paths['/api/v1/events'] ?? {})).to.have.members(['get', 'post']);
  });

  it('lists the parameters that the list takes', () => {
    const names = document.paths['/api/v1/events']?.['get']?.parameters.map(({ name }) => name);
    expect(names).to.have.members([
      ...['type', 'source', 'subject', 'severity', 'version', 'id', 'search'],
      ...['not.type', 'not.source', 'not.subject', 'not.severity', 'not.version'],
      ...['from', 'to', 'timezone', 'order', 'limit', 'cursor'],
    ]);
  });

  it('lists the content types that recording takes, with schemas that good events pass', () => {
    const content = document.paths['/api/v1/events']?.['post']?.requestBody?.content ?? {};
    expect(Object.keys(content)).to.have.members([
      'application/json',
      'application/cloudevents+json',
      'application/cloudevents-batch+json',
      'application/x-ndjson',
    ]);
    const event = sample({ region: 'eu', data: { a: 1 }, severity: 'LOW', subject: null });
    for (const [type, { schema }] of Object.entries(content)) {
      const validator = toValidator(document, schema);
      const value = type.includes('batch') ? [event] : event;
      expect(validator.safeParse(value).error, type).to.equal(undefined);
      expect(validator.safeParse(type.includes('batch') ? [{}] : {}).success, type).to.equal(false);
    }
  });
});

interface Case {
  readonly operation: string;
  readonly ask: (client: Client) => Promise<Answer>;
}

const post =
  (path: string, body: string, type = 'application/json') =>
  (client: Client) =>
    client.send('POST', path, { headers: { 'Content-Type': type }, body });
const get = (path: string) => (client: Client) => client.get(path);
const anonymous = (ask: Case['ask']) => (client: Client) => ask(client.as(undefined));
const twice = (ask: Case['ask']) => async (client: Client) => {
  await ask(client);
  return ask(client);
};

const EVENT = JSON.stringify(
  sample({ id: 'an-event', source: 'shop', data: { a: 1 }, region: 'eu' }),
);
const BATCH = 'application/cloudevents-batch+json';
const RECORD = 'post /api/v1/events';

const CASES: readonly Case[] = [
  { operation: RECORD, ask: post(EVENTS, EVENT) },
  { operation: RECORD, ask: (client) => client.post(sample()) },
  { operation: RECORD, ask: twice(post(EVENTS, EVENT)) },
  { operation: RECORD, ask: (client) => client.batch([sample(), sample()]) },
  { operation: RECORD, ask: (client) => client.batch([sample(), {}]) },
  { operation: RECORD, ask: (client) => client.batch([{}, {}]) },
  { operation: RECORD, ask: (client) => client.ndjson(`${JSON.stringify(sample())}\n{}`) },
  { operation: RECORD, ask: post(EVENTS, '{}') },
  { operation: RECORD, ask: post(EVENTS, '{"severity":1}') },
  { operation: RECORD, ask: anonymous(post(EVENTS, EVENT)) },
  { operation: RECORD, ask: (client) => client.post({ ...JSON.parse(EVENT), version: '2' }) },
  { operation: RECORD, ask: post(EVENTS, 'x'.repeat(70_000)) },
  { operation: RECORD, ask: post(EVENTS, 'x'.repeat(5_000_000), BATCH) },
  { operation: RECORD, ask: post(EVENTS, EVENT, 'text/plain') },
  ...[
    EVENTS,
    `${EVENTS}/summary`,
    `${EVENTS}/facets`,
    `${EVENTS}/stream`,
    `${EVENTS}/export`,
    '/api/v1/state',
  ].flatMap((path) => [
    ...(path.endsWith('stream') ? [] : [{ operation: `get ${path}`, ask: get(path) }]),
    { operation: `get ${path}`, ask: get(`${path}?enviroment=x&foo=1`) },
    { operation: `get ${path}`, ask: anonymous(get(path)) },
  ]),
  { operation: 'get /api/v1/events', ask: get(`${EVENTS}?limit=1`) },
  { operation: 'get /api/v1/events/export', ask: get(`${EVENTS}/export?format=csv`) },
  { operation: 'get /api/v1/events/{id}', ask: get(`${EVENTS}/an-event`) },
  { operation: 'get /api/v1/events/{id}', ask: get(`${EVENTS}/an-event?foo=1`) },
  { operation: 'get /api/v1/events/{id}', ask: get(`${EVENTS}/nothing`) },
  { operation: 'get /api/v1/events/{id}', ask: anonymous(get(`${EVENTS}/an-event`)) },
  { operation: 'get /api/v1/whoami', ask: get('/api/v1/whoami') },
  { operation: 'get /api/v1/whoami', ask: anonymous(get('/api/v1/whoami')) },
  { operation: 'post /api/v1/set-up', ask: post('/api/v1/set-up', '{"token":"wrong"}') },
  { operation: 'post /api/v1/set-up', ask: post('/api/v1/set-up', '{}') },
  { operation: 'post /api/v1/set-up', ask: post('/api/v1/set-up', 'x'.repeat(10_000)) },
  { operation: 'get /healthz', ask: get('/healthz') },
  { operation: 'get /readyz', ask: get('/readyz') },
  { operation: 'get /metrics', ask: get('/metrics') },
];

describe('Every answer', () => {
  const server = useServer();
  let document: OpenApi;
  before(async () => {
    document = await readDocument(server().client);
    await server().client.post(JSON.parse(EVENT));
  });

  for (const [index, { operation, ask }] of CASES.entries()) {
    it(`is as documented: ${operation}, case ${index + 1}`, async () => {
      const { status, headers, text, body } = await ask(server().client);
      const [method = '', path = ''] = operation.split(' ');
      const documented = document.paths[path]?.[method]?.responses ?? {};
      expect(Object.keys(documented), text.slice(0, 300)).to.include(String(status));
      const content = documented[status]?.content ?? {};
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      expect(Object.keys(content)).to.include(type);
      const schema = content[type]?.schema ?? {};
      if (type !== 'application/json') return;
      const { error } = toValidator(document, schema).safeParse(body);
      expect(error?.message, text.slice(0, 300)).to.equal(undefined);
    });
  }

  it('of READ_ONLY keys is as documented', async () => {
    const { status, body } = await server().reader.post(sample());
    expect(status).to.equal(403);
    const content = document.paths[EVENTS]?.['post']?.responses['403']?.content;
    const schema = content?.['application/json']?.schema ?? {};
    expect(toValidator(document, schema).safeParse(body).success).to.equal(true);
  });
});

describe('The schemas of answers', () => {
  const server = useServer();
  const ANSWERS = {
    event: [eventAnswer, (client: Client) => client.post(sample({ data: { a: 1 }, region: 1 }))],
    replay: [eventAnswer, twice(post(EVENTS, EVENT))],
    list: [eventListAnswer, (client: Client) => client.list()],
    batch: [batchAnswer, (client: Client) => client.batch([sample(), {}])],
    summary: [summaryAnswer, get(`${EVENTS}/summary`)],
    facets: [facetsAnswer, get(`${EVENTS}/facets`)],
    state: [stateAnswer, get('/api/v1/state')],
    error: [errorAnswer, get(`${EVENTS}?limit=0&order=x`)],
  } as const;

  for (const [name, [schema, ask]] of Object.entries(ANSWERS)) {
    it(`fit to the letter: ${name}`, async () => {
      const { client } = server();
      await client.post(sample({ source: unique('source') }));
      const { body } = await ask(client);
      // Parsing drops what a schema does not name: nothing may be dropped.
      expect(schema.parse(body)).to.deep.equal(body);
    });
  }
});
