/** API keys over HTTP: contract 5. */
import { expect } from 'chai';
import {
  keyListAnswer,
  newKeyAnswer,
  revokedKeyAnswer,
} from '../../backend/http/console-answers.ts';
import { newSecret } from '../../backend/services/keys.ts';
import { type Client, EVENTS } from '../support/http.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { expectError, fieldsOf, sample, useServer } from './support.ts';

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

describe('API keys in the console', () => {
  const server = useServer();
  let admin: SignedIn;
  before(async () => {
    admin = await signIn(server().milepost, 'admin');
  });
  const create = (body: object, client: Client = admin.client) =>
    client.json<{ secret: string; key: Key }>('POST', '/api/v1/keys', body);
  const list = async (client: Client = admin.client) =>
    (await client.get<readonly Key[]>('/api/v1/keys')).body.data;

  it('are made with a secret that is shown once and works at once', async () => {
    const made = await create({ name: ' ci é', scope: 'READ_WRITE' });
    expect(made.status, made.text).to.equal(201);
    expect(newKeyAnswer.parse(made.body)).to.deep.equal(made.body);
    expect(made.headers.get('cache-control')).to.equal('no-store');
    const { secret, key } = made.body.data;
    expect(secret).to.match(/^mp_[0-9A-Za-z]{46}$/);
    expect(key).to.deep.include({
      name: ' ci é',
      scope: 'READ_WRITE',
      prefix: secret.slice(0, 8),
      createdBy: admin.person.email,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    });
    expect(key).not.to.have.any.keys('hash', 'organization', 'secret');
    expect((await server().client.as(secret).json('POST', EVENTS, sample())).status).to.equal(201);
    const listed = await admin.client.get<readonly Key[]>('/api/v1/keys');
    expect(keyListAnswer.parse(listed.body)).to.deep.equal(listed.body);
    expect(listed.body.data.at(-1)).to.deep.equal(key);
    expect(listed.text).not.to.contain(secret.slice(0, 9)).and.not.contain('hash');
  });

  it('stop at once when they are revoked, once and for all', async () => {
    const { secret, key } = (await create({ name: 'gone', scope: 'READ_ONLY' })).body.data;
    const holder = server().client.as(secret);
    expect((await holder.get(EVENTS)).status).to.equal(200);
    const revoked = await admin.client.send('DELETE', `/api/v1/keys/${key.id}`);
    expect(revoked.status, revoked.text).to.equal(200);
    expect(revokedKeyAnswer.parse(revoked.body).data).to.deep.equal({ id: key.id });
    expectError(await holder.get(EVENTS), 'UNAUTHORIZED', 'was revoked');
    const before = (await list()).find(({ id }) => id === key.id)?.revokedAt;
    expect(before).to.be.a('string');
    const again = await admin.client.send('DELETE', `/api/v1/keys/${key.id}`);
    expect(again.status).to.equal(200);
    expect((await list()).find(({ id }) => id === key.id)?.revokedAt).to.equal(before);
  });

  it('end when they are told to', async () => {
    const expiresAt = '2999-01-15T12:00:00+01:00';
    const { key } = (await create({ name: 'ends', scope: 'READ_ONLY', expiresAt })).body.data;
    expect(key.expiresAt).to.equal('2999-01-15T11:00:00.000Z');
    const never = await create({ name: 'never', scope: 'READ_ONLY', expiresAt: null });
    expect(never.body.data.key.expiresAt).to.equal(null);
  });

  const MISTAKES: readonly (readonly [object, string])[] = [
    [{ scope: 'READ_ONLY' }, 'name'],
    [{ name: '', scope: 'READ_ONLY' }, 'name'],
    [{ name: '  ', scope: 'READ_ONLY' }, 'name'],
    [{ name: '😀'.repeat(101), scope: 'READ_ONLY' }, 'name'],
    [{ name: 7, scope: 'READ_ONLY' }, 'name'],
    [{ name: 'x' }, 'scope'],
    [{ name: 'x', scope: 'ADMIN' }, 'scope'],
    [{ name: 'x', scope: 'READ_ONLY', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', scope: 'READ_ONLY', expiresAt: '2999-01-01T00:00:00' }, 'expiresAt'],
    [{ name: 'x', scope: 'READ_ONLY', expiresAt: 'soon' }, 'expiresAt'],
    [{ name: 'x', scope: 'READ_ONLY', organization: 'other' }, 'organization'],
    [{ name: 'x', scope: 'READ_ONLY', createdBy: 'root' }, 'createdBy'],
  ];
  it('are refused with what is wrong named, and then none is made', async () => {
    const before = await list();
    for (const [body, field] of MISTAKES) {
      const answer = await create(body);
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer), answer.text).to.include(field);
    }
    const long = await create({ name: '😀'.repeat(100), scope: 'READ_ONLY' });
    expect(long.status).to.equal(201);
    expect(await list()).to.have.lengthOf(before.length + 1);
  });

  it('are those of the own organization alone; ids of another are not there', async () => {
    const { milepost } = server();
    const otherKey = await milepost.newOrganization('keys-other');
    const stranger = await signIn(milepost, 'owner', 'keys-other');
    const { secret, key } = (await create({ name: 'ours', scope: 'READ_ONLY' })).body.data;
    const theirs = await list(stranger.client);
    expect(theirs).to.have.lengthOf(1);
    const taken = await stranger.client.send('DELETE', `/api/v1/keys/${key.id}`);
    const unknown = await stranger.client.send('DELETE', '/api/v1/keys/unknown');
    expectError(taken, 'NOT_FOUND');
    expect(taken.text.replace(key.id, 'unknown')).to.equal(unknown.text);
    expect((await server().client.as(secret).get(EVENTS)).status).to.equal(200);
    expectError(
      await admin.client.send('DELETE', `/api/v1/keys/${theirs[0]?.id ?? ''}`),
      'NOT_FOUND',
    );
    expect((await server().client.as(otherKey).get(EVENTS)).status).to.equal(200);
  });

  it('leave entries in the audit log that hold no secret, also where one was pasted', async () => {
    const pasted = newSecret();
    const made = (await create({ name: pasted, scope: 'READ_ONLY' })).body.data;
    await admin.client.send('DELETE', `/api/v1/keys/${made.key.id}`);
    const { text, body } = await admin.client.get<readonly { action: string; actor: object }[]>(
      `/api/v1/audit?actor=${admin.person.id}`,
    );
    expect(body.data.slice(0, 2).map(({ action }) => action)).to.deep.equal([
      'key.revoked',
      'key.created',
    ]);
    const { id, email: name } = admin.person;
    expect(body.data[0]?.actor).to.deep.equal({ kind: 'person', id, name });
    expect(text).not.to.match(/mp_[0-9A-Za-z]{6}/);
    expect(text).not.to.contain('hash');
    expect(text).not.to.contain(admin.cookie.split('=')[1]);
  });
});
