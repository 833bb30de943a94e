/** Every role at every door of the console, and who has none: contract 5. */
import { expect } from 'chai';
import { ROLES, type Role } from '../../backend/model/person.ts';
import { type Client, createClient } from '../support/http.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import type { OpenApi } from './openapi.ts';
import { expectError, useServer } from './support.ts';

type Caller = Role | 'key' | 'nobody';

const MANAGERS: readonly Caller[] = ['owner', 'admin'];
const PEOPLE: readonly Caller[] = ROLES;
const ALL: readonly Caller[] = [...ROLES, 'key'];

/** Whom it lets in, and what it answers to them: 404 and 400 are behind the door too. */
const DOORS: readonly (readonly [
  method: string,
  path: string,
  body: object | undefined,
  admitted: readonly Caller[],
  status: number,
])[] = [
  ['GET', '/api/v1/me', undefined, ALL, 200],
  ['GET', '/api/v1/organization', undefined, ALL, 200],
  ['PATCH', '/api/v1/organization', { name: 'Acme' }, MANAGERS, 200],
  ['GET', '/api/v1/members', undefined, PEOPLE, 200],
  ['PATCH', '/api/v1/members/unknown', { role: 'viewer' }, MANAGERS, 404],
  ['PATCH', '/api/v1/members/unknown', { role: 'king' }, MANAGERS, 400],
  ['DELETE', '/api/v1/members/unknown', undefined, MANAGERS, 404],
  ['POST', '/api/v1/members/unknown/reset-link', undefined, MANAGERS, 404],
  ['GET', '/api/v1/invitations', undefined, MANAGERS, 200],
  ['POST', '/api/v1/invitations', { email: 'a@example.com', role: 'viewer' }, MANAGERS, 201],
  ['DELETE', '/api/v1/invitations/unknown', undefined, MANAGERS, 404],
  ['POST', '/api/v1/me/password', { current: 'x', password: 'short' }, PEOPLE, 400],
  ['GET', '/api/v1/me/sessions', undefined, PEOPLE, 200],
  ['DELETE', '/api/v1/me/sessions/unknown', undefined, PEOPLE, 404],
];

describe('Every role at every door', () => {
  const server = useServer();
  const people = new Map<Role, SignedIn>();
  before(async () => {
    for (const role of ROLES) people.set(role, await signIn(server().milepost, role));
  });

  const clientOf = (caller: Caller): Client => {
    const { url, key } = server().milepost;
    if (caller === 'key') return createClient(url, key);
    if (caller === 'nobody') return createClient(url, undefined, { Origin: url });
    const signedIn = people.get(caller);
    if (signedIn === undefined) throw new Error(`nobody is ${caller}`);
    return signedIn.client;
  };

  for (const [method, path, body, admitted, status] of DOORS) {
    it(`${method} ${path} ${status === 400 ? 'with a wrong body ' : ''}admits ${admitted.join(', ')}`, async () => {
      for (const caller of [...ALL, 'nobody'] as const) {
        const answer = await clientOf(caller).json(method, path, body);
        if (admitted.includes(caller)) {
          expect(answer.status, `${caller}: ${answer.text}`).to.equal(status);
        } else {
          expectError(answer, caller === 'nobody' ? 'UNAUTHORIZED' : 'FORBIDDEN');
        }
      }
    });
  }

  it('keeps keys out of all that takes a role, and strangers, and pages of other sites', async () => {
    const { url } = server().milepost;
    const { body: document } = await createClient(url, undefined).get('/openapi.json');
    const operations = Object.entries((document as unknown as OpenApi).paths).flatMap(
      ([path, methods]) => Object.entries(methods).map(([method, one]) => ({ path, method, one })),
    );
    const console = operations.filter(({ one }) =>
      one.security?.every((scheme) => Object.keys(scheme).join() === 'session'),
    );
    const doors = console.filter(({ one }) => one.security?.length === 1);
    expect(doors.length).to.be.at.least(11);
    const cookie = people.get('owner')?.cookie ?? '';
    const foreign = createClient(url, undefined, {
      Cookie: cookie,
      Origin: 'https://evil.example',
    });
    for (const { method, path } of doors) {
      const name = `${method} ${path}`;
      const to = [method.toUpperCase(), path.replace(/\{\w+\}/g, 'unknown')] as const;
      const byKey = await clientOf('key').json(...to);
      expect([byKey.status, byKey.body.code], name).to.deep.equal([403, 'FORBIDDEN']);
      expect((await clientOf('nobody').json(...to)).status, name).to.equal(401);
      if (method === 'get') continue;
      const fromElsewhere = await foreign.json(...to);
      expect([fromElsewhere.status, fromElsewhere.body.code], name).to.deep.equal([
        403,
        'FORBIDDEN',
      ]);
    }
  });
});
