/** Saved views over HTTP: who sees which, and who may change them. */
import { expect } from 'chai';
import { removedViewAnswer, viewAnswer, viewListAnswer } from '../../backend/http/views.ts';
import { VIEWS_OF_PERSON } from '../../backend/model/view.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { expectError, useServer } from './support.ts';

const PATH = '/api/v1/views';
const ADDRESS = '/timeline?type=deployment&subject=production';

interface View {
  readonly id: string;
  readonly name: string;
  readonly isShared: boolean;
}

describe('Saved views', () => {
  const server = useServer();
  let admin: SignedIn;
  let member: SignedIn;
  let other: SignedIn;
  let viewer: SignedIn;
  before(async () => {
    const { milepost } = server();
    admin = await signIn(milepost, 'admin');
    member = await signIn(milepost, 'member');
    other = await signIn(milepost, 'member');
    viewer = await signIn(milepost, 'viewer');
  });
  const create = (by: SignedIn, body: object = {}) =>
    by.client.json<View>('POST', PATH, { name: 'Production', address: ADDRESS, ...body });
  const change = (by: SignedIn, id: string, body: object) =>
    by.client.json<View>('PATCH', `${PATH}/${id}`, body);
  const remove = (by: SignedIn, id: string) => by.client.send('DELETE', `${PATH}/${id}`);
  const seenBy = async ({ client }: Pick<SignedIn, 'client'>) =>
    (await client.get<readonly View[]>(PATH)).body.data.map(({ id }) => id);
  const auditOf = async (id: string) =>
    (
      await admin.client.get<readonly { action: string; target: { id: string } | null }[]>(
        '/api/v1/audit?limit=100',
      )
    ).body.data
      .filter(({ target }) => target?.id === id)
      .map(({ action }) => action)
      .toReversed();

  it('are seen by who saved them, and by everybody once they are shared', async () => {
    const made = await create(member);
    expect(made.status, made.text).to.equal(201);
    expect(viewAnswer.parse(made.body)).to.deep.equal(made.body);
    const { id } = made.body.data;
    expect(made.body.data).to.deep.include({
      name: 'Production',
      address: ADDRESS,
      isShared: false,
      owner: { id: member.person.id, name: member.person.name },
    });
    expect(await seenBy(member)).to.include(id);
    const everybodyElse = [other, viewer, admin, server()];
    for (const one of everybodyElse) expect(await seenBy(one)).not.to.include(id);
    expectError(await change(admin, id, { name: 'x' }), 'NOT_FOUND');
    expectError(await remove(admin, id), 'NOT_FOUND');

    const shared = await change(member, id, { isShared: true });
    expect(shared.status, shared.text).to.equal(200);
    for (const one of everybodyElse) expect(await seenBy(one)).to.include(id);
    const listed = await server().reader.get(PATH);
    expect(viewListAnswer.parse(listed.body)).to.deep.equal(listed.body);
  });

  it('are changed and deleted by who saved them, by owners and by admins', async () => {
    const { id } = (await create(member, { isShared: true })).body.data;
    expectError(await change(other, id, { name: 'Mine' }), 'FORBIDDEN');
    expectError(await remove(other, id), 'FORBIDDEN');
    expectError(await change(viewer, id, { name: 'Mine' }), 'FORBIDDEN');
    expect((await change(member, id, { address: '/?search=x' })).body.data).to.deep.include({
      name: 'Production',
      address: '/?search=x',
      isShared: true,
    });
    expect((await change(admin, id, { name: 'Ours' })).body.data.name).to.equal('Ours');
    expectError(await change(admin, id, { isShared: false }), 'FORBIDDEN', 'only who saved it');
    const gone = await remove(admin, id);
    expect(removedViewAnswer.parse(gone.body).data).to.deep.equal({ id });
    expectError(await remove(admin, id), 'NOT_FOUND');
    expect(await seenBy(member)).not.to.include(id);
    const actions = ['view.shared', 'view.changed', 'view.changed', 'view.deleted'];
    expect(await auditOf(id)).to.deep.equal(actions);
  });

  it('stay out of the audit log as long as nobody else sees them', async () => {
    const { id } = (await create(member)).body.data;
    await change(member, id, { name: 'Still mine' });
    await change(member, id, { isShared: true });
    await change(member, id, { isShared: false });
    await remove(member, id);
    expect(await auditOf(id)).to.deep.equal(['view.shared', 'view.withdrawn']);
  });

  it('are private to viewers', async () => {
    const { id } = (await create(viewer)).body.data;
    expectError(await create(viewer, { isShared: true }), 'FORBIDDEN', 'ask a member');
    expectError(await change(viewer, id, { isShared: true }), 'FORBIDDEN', 'ask a member');
    expect((await change(viewer, id, { name: 'Other' })).status).to.equal(200);
    expect((await remove(viewer, id)).status).to.equal(200);
  });

  const REFUSED: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name: must not be empty'],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name: must be at most 80'],
    ['a name with spaces around it', { name: ' x' }, 'name: must not begin or end'],
    ['another site', { address: 'https://evil.example/' }, 'address: must be a path'],
    ['another site without a scheme', { address: '//evil.example/' }, 'address: must be a path'],
    ['another site behind a backslash', { address: '/\\evil.example/' }, 'address: must be a path'],
    ['another site behind a tab', { address: '/\t/evil.example/' }, 'address: must be a path'],
    ['a script', { address: 'javascript:alert(1)' }, 'address: must be a path'],
    ['a page that is none of ours', { address: '/api/v1/keys' }, 'address: must begin with'],
    ['a way around', { address: '/timeline/../api' }, 'address: must begin with'],
    ['a fragment', { address: '/timeline#x' }, 'address: must be written'],
    ['an address that is too long', { address: `/?x=${'x'.repeat(4000)}` }, 'address: must be at'],
    ['sharing that is neither', { isShared: 'yes' }, 'isShared: must be true or false'],
    ['fields it does not know', { ownr: 'x' }, 'ownr'],
  ];
  for (const [what, body, message] of REFUSED) {
    it(`refuse ${what}`, async () => {
      expectError(await create(member, body), 'VALIDATION_ERROR', message);
    });
  }

  it('are bounded in number for each person', async () => {
    const { store } = server().milepost;
    const owner = { id: other.person.id, name: other.person.name };
    const one = { organization: 'default', name: 'x', address: '/', isShared: false, owner };
    for (let index = 0; index < VIEWS_OF_PERSON; index += 1) {
      await store.views.insert({ ...one, id: `many-${index}`, createdAt: index, updatedAt: index });
    }
    expectError(await create(other), 'CONFLICT', `${VIEWS_OF_PERSON} views`);
    expect((await remove(other, 'many-0')).status).to.equal(200);
    expect((await create(other)).status).to.equal(201);
  });

  it('go with the member who kept them, and stay where they are shared', async () => {
    const { milepost } = server();
    const leaving = await signIn(milepost, 'member');
    const kept = (await create(leaving)).body.data.id;
    const shared = (await create(leaving, { isShared: true })).body.data.id;
    await admin.client.send('DELETE', `/api/v1/members/${leaving.person.id}`);
    expect(await milepost.store.views.find('default', kept)).to.equal(null);
    expect(await seenBy(member)).to.include(shared);
    expect((await remove(admin, shared)).status).to.equal(200);
  });
});
