/** What people see of the assistants that they have let in, and how they shut them out. */
import { expect } from 'chai';
import { expectError, useServer } from '../api/support.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { connectAssistant, type Granted, listTools } from './support.ts';

interface Listed {
  readonly id: string;
  readonly client: { readonly name: string };
  readonly person: { readonly email: string };
  readonly scopes: readonly string[];
}

describe('Connections', () => {
  const server = useServer({ env: { TRUST_PROXY: '1' } });
  let owner: SignedIn;
  let admin: SignedIn;
  let member: SignedIn;
  let other: SignedIn;
  let granted: Granted;
  before(async () => {
    const { milepost } = server();
    [owner, admin, member, other] = await Promise.all([
      signIn(milepost, 'owner'),
      signIn(milepost, 'admin'),
      signIn(milepost, 'member'),
      signIn(milepost, 'member'),
    ]);
    granted = await connectAssistant(milepost, member, 'write', { client_name: 'of the member' });
    await connectAssistant(milepost, owner, 'read', { client_name: 'of the owner' });
  });
  const list = async (who: SignedIn) =>
    (await who.client.get<readonly Listed[]>('/api/v1/connections')).body.data;
  const idOf = async (name: string) =>
    (await list(owner)).find(({ client }) => client.name === name)?.id ?? 'gone';
  const remove = (who: SignedIn, id: string) =>
    who.client.json('DELETE', `/api/v1/connections/${id}`);

  it('are everybody’s for owners and admins, and one’s own for others', async () => {
    for (const who of [owner, admin]) {
      expect((await list(who)).map(({ client }) => client.name)).to.deep.equal([
        'of the owner',
        'of the member',
      ]);
    }
    expect((await list(member)).map(({ client }) => client.name)).to.deep.equal(['of the member']);
    expect(await list(other)).to.deep.equal([]);
  });

  it('say what, whose, and what it may do', async () => {
    const [found] = await list(member);
    expect(found).to.deep.include({
      client: {
        id: granted.clientId,
        name: 'of the member',
        place: 'this computer',
        isVerified: false,
      },
      scopes: ['timeline:read', 'timeline:write'],
      lastUsedAt: null,
    });
    expect(found?.person.email).to.equal(member.person.email);
    expect(JSON.stringify(found)).not.to.match(/mp[or]_|hash/);
  });

  it('are not there for keys, nor for other members', async () => {
    expectError(await server().client.get('/api/v1/connections'), 'FORBIDDEN');
    expectError(await remove(other, await idOf('of the member')), 'NOT_FOUND');
    expectError(await remove(member, await idOf('of the owner')), 'NOT_FOUND');
    expectError(await remove(owner, 'unknown'), 'NOT_FOUND');
    expect((await listTools(server().milepost.url, granted.access)).status).to.equal(200);
  });

  it('end at once, for good, and with an entry in the audit log', async () => {
    const { url } = server().milepost;
    const id = await idOf('of the member');
    expect((await remove(admin, id)).status).to.equal(200);
    const refusal = await listTools(url, granted.access);
    expect(refusal.status).to.equal(401);
    expect(refusal.headers.get('www-authenticate')).to.contain('error="invalid_token"');
    expectError(await remove(admin, id), 'NOT_FOUND');
    const audit =
      await owner.client.get<{ action: string; actor: object; target: object }[]>(
        '/api/v1/audit?limit=50',
      );
    const entries = audit.body.data.filter(({ action }) => action.startsWith('connection.'));
    expect(entries.map(({ action }) => action)).to.deep.equal([
      'connection.revoked',
      'connection.allowed',
      'connection.allowed',
    ]);
    expect(entries[0]).to.deep.include({
      actor: { kind: 'person', id: admin.person.id, name: admin.person.email },
      target: { kind: 'connection', id, name: 'of the member' },
    });
    expect(audit.text).not.to.match(/mp[or]_/);
  });

  it('of one’s own are for everybody to end', async () => {
    await connectAssistant(server().milepost, other);
    const [own] = await list(other);
    expect((await remove(other, own?.id ?? '')).status).to.equal(200);
    expect(await list(other)).to.deep.equal([]);
  });
});
