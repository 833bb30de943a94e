/** HEAD, OPTIONS, 405, trailing slashes and CORS: contract 1 and 9. */
import { expect } from 'chai';
import { type Answer, EVENTS } from '../support/http.ts';
import { expectError, sample, useServer } from './support.ts';

const GET_PATHS = [
  EVENTS,
  `${EVENTS}/an-event`,
  `${EVENTS}/summary`,
  `${EVENTS}/facets`,
  `${EVENTS}/export`,
  '/api/v1/state',
  '/api/v1/whoami',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
];
const STREAM = `${EVENTS}/stream`;
const KEYED = GET_PATHS.filter((path) => path.startsWith('/api/'));
/** What changes from one moment to the next. */
const VOLATILE = [
  'date',
  'x-request-id',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
];

function stable({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !VOLATILE.includes(name)));
}

function allowed(answer: Answer): string[] {
  return (answer.headers.get('allow') ?? '').split(',').map((method) => method.trim());
}

describe('HEAD', () => {
  const server = useServer();
  before(async () => {
    await server().client.post(sample({ id: 'an-event' }));
  });

  for (const path of GET_PATHS) {
    it(`is GET without a body at ${path}`, async () => {
      const { client } = server();
      const get = await client.get(path);
      const head = await client.send('HEAD', path);
      expect(get.status, get.text).to.equal(200);
      expect(head.status).to.equal(200);
      expect(head.text).to.equal('');
      expect(stable(head)).to.deep.equal(stable(get));
      expect(head.headers.get('x-request-id')).to.be.a('string');
    });
  }

  it('has the status of an error, and no body', async () => {
    const { client } = server();
    const STATUS: Readonly<Record<string, number>> = {
      '/nothing': 404,
      [`${EVENTS}/no-such-event`]: 404,
      [`${EVENTS}?limit=0`]: 400,
      '/api/v1/set-up': 405,
    };
    for (const [path, status] of Object.entries(STATUS)) {
      const answer = await client.send('HEAD', path);
      expect(answer.status, path).to.equal(status);
      expect(answer.text).to.equal('');
    }
    expect((await client.as(undefined).send('HEAD', EVENTS)).status).to.equal(401);
  });
});

describe('OPTIONS', () => {
  const server = useServer();

  for (const path of [...GET_PATHS, STREAM]) {
    it(`names the methods of ${path}, without a key`, async () => {
      const answer = await server().client.as(undefined).send('OPTIONS', path);
      expect(answer.status).to.be.oneOf([200, 204]);
      expect(allowed(answer)).to.include.members(['GET', 'HEAD', 'OPTIONS']);
      expect(allowed(answer).includes('POST')).to.equal(path === EVENTS);
      expect(answer.headers.get('x-request-id')).to.be.a('string');
      expect(answer.headers.get('content-type') ?? 'application/json').to.match(/json/);
    });
  }

  it('is a 404 where there is nothing', async () => {
    expectError(await server().client.send('OPTIONS', '/nothing'), 'NOT_FOUND');
  });
});

describe('A method that a path does not have', () => {
  const server = useServer();

  for (const path of [...GET_PATHS, STREAM]) {
    it(`is a 405 with Allow at ${path}`, async () => {
      const methods = path === EVENTS ? [] : ['POST'];
      for (const method of [...methods, 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
        const answer = await server().client.send(method, path, { body: '{}' });
        expectError(answer, 'METHOD_NOT_ALLOWED', method);
        expect(allowed(answer)).to.include.members(['GET', 'HEAD']);
        expect(allowed(answer)).to.not.include(method);
      }
    });
  }

  it('is a 405 with Allow where only POST goes', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await server().client.send(method, '/api/v1/set-up');
      expectError(answer, 'METHOD_NOT_ALLOWED');
      expect(allowed(answer)).to.include('POST').and.not.include('GET');
    }
  });

  it('is not smuggled in by a header', async () => {
    const { client } = server();
    const answer = await client.get(EVENTS, { 'X-HTTP-Method-Override': 'DELETE' });
    expect(answer.status).to.equal(200);
  });
});

describe('A slash at the end', () => {
  const server = useServer();
  before(async () => {
    await server().client.post(sample({ id: 'an-event' }));
  });

  for (const path of GET_PATHS) {
    it(`changes nothing at ${path}`, async () => {
      const { client } = server();
      const { status, headers } = await client.get(`${path}/`);
      expect(status).to.equal(200);
      expect(headers.get('content-type')).to.equal(
        (await client.get(path)).headers.get('content-type'),
      );
    });
  }

  it('goes before a query too', async () => {
    const { body } = await server().client.list();
    const slashed = await server().client.get(`${EVENTS}/?limit=25`);
    expect(slashed.body).to.deep.equal(body);
  });
});

describe('Cross-origin requests', () => {
  const server = useServer();
  const origin = { Origin: 'https://elsewhere.example' };

  it('are allowed with a key, for good answers and for errors', async () => {
    const { client } = server();
    const answers = [
      ...(await Promise.all(KEYED.map((path) => client.get(path, origin)))),
      await client.post(sample(), origin),
      await client.post({}, origin),
      await client.batch([sample()]),
      await client.as(undefined).get(EVENTS, origin),
      await client.get('/api/v1/nothing', origin),
      await client.send('DELETE', EVENTS, { headers: origin }),
      await client.postText('x', 'text/plain', origin),
    ];
    for (const { headers, text } of answers) {
      expect(headers.get('access-control-allow-origin'), text).to.be.oneOf(['*', origin.Origin]);
    }
  });

  it('never carry cookies, nor set them', async () => {
    const { client } = server();
    for (const answer of [
      await client.get(EVENTS, { ...origin, Cookie: 'session=x' }),
      await client.post(sample(), origin),
      await client.send('OPTIONS', EVENTS, { headers: origin }),
    ]) {
      expect(answer.headers.has('access-control-allow-credentials')).to.equal(false);
      expect(answer.headers.has('set-cookie')).to.equal(false);
    }
  });

  it('may read the headers that matter', async () => {
    const { headers } = await server().client.post(sample(), origin);
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase() ?? '';
    for (const name of ['location', 'idempotency-replayed', 'x-request-id', 'retry-after']) {
      expect(exposed).to.include(name);
    }
  });

  const preflight = (path: string, method: string, names: string) =>
    server()
      .client.as(undefined)
      .send('OPTIONS', path, {
        headers: {
          ...origin,
          'Access-Control-Request-Method': method,
          'Access-Control-Request-Headers': names,
        },
      });
  const expectAllowed = (answer: Answer, method: string, names: string) => {
    expect(answer.status).to.be.oneOf([200, 204]);
    expect(answer.headers.get('access-control-allow-origin')).to.be.oneOf(['*', origin.Origin]);
    expect(answer.headers.get('access-control-allow-methods')).to.include(method);
    const given = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase();
    const allowedNames = given.split(',').map((name) => name.trim());
    for (const name of names.split(', ')) expect(allowedNames).to.include(name);
  };

  for (const path of [...KEYED, STREAM]) {
    it(`are announced for GET ${path}`, async () => {
      const names = 'authorization, last-event-id, x-request-id';
      expectAllowed(await preflight(path, 'GET', names), 'GET', names);
    });
  }

  for (const names of [
    'authorization, content-type',
    'authorization, content-encoding, content-type, x-request-id',
    'authorization, ce-id, ce-source, ce-specversion, ce-subject, ce-time, ce-type, content-type',
    'authorization, ce-dataschema, ce-region, ce-severity, ce-version, content-type',
  ]) {
    it(`are announced for posts with ${names}`, async () => {
      expectAllowed(await preflight(EVENTS, 'POST', names), 'POST', names);
    });
  }
});
