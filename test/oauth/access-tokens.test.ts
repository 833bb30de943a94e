/** What an access token is worth: never more than its person, at that moment. */
import { expect } from 'chai';
import type { Role } from '../../backend/model/person.ts';
import { createAccessTokens } from '../../backend/services/access-tokens.ts';
import { hashSecret } from '../../backend/services/keys.ts';
import type { Store } from '../../backend/store/port.ts';
import { newPerson } from '../support/person.ts';
import { openTestStore } from '../support/store.ts';

const NOW = 1_700_000_000_000;
const TOKEN = 'mpo_a-token';

describe('An access token', () => {
  let now: number;
  let store: Store;
  beforeEach(async () => {
    now = NOW;
    store = await openTestStore();
  });
  afterEach(() => store.close());

  async function grant(role: Role, canWrite: boolean) {
    const person = await newPerson(store, role);
    await store.connections.insert({
      ...{ id: 'connection', organization: 'default', person: person.id },
      ...{ clientId: 'client', clientName: 'Claude', clientPlace: 'claude.ai', isVerified: true },
      ...{ canWrite, createdAt: now, lastUsedAt: null, expiresAt: now + 100_000 },
    });
    const kind = 'access';
    const bound = { connection: 'connection', redirectUri: null, challenge: null };
    const expiresAt = now + 60_000;
    await store.oauthTokens.insert([{ hash: hashSecret(TOKEN), kind, expiresAt, ...bound }]);
    return person;
  }
  const start = () => createAccessTokens({ ...store, clock: () => now });
  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: { code: string }) => error.code,
    );

  for (const [role, canWrite, scope] of [
    ['owner', true, 'READ_WRITE'],
    ['member', true, 'READ_WRITE'],
    ['viewer', true, 'READ_ONLY'],
    ['owner', false, 'READ_ONLY'],
  ] as const) {
    it(`of ${role} that may ${canWrite ? 'write' : 'read'} is ${scope}, and no person`, async () => {
      await grant(role, canWrite);
      expect(await start().authenticate(TOKEN)).to.deep.equal({
        ...{ organization: 'default', scope, keyId: 'connection', person: null },
      });
    });
  }

  it('falls to reading within 5 s when its person is made a viewer', async () => {
    const { id } = await grant('member', true);
    const tokens = start();
    expect((await tokens.authenticate(TOKEN)).scope).to.equal('READ_WRITE');
    await store.people.setRole('default', id, 'viewer');
    now += 5000;
    expect((await tokens.authenticate(TOKEN)).scope).to.equal('READ_ONLY');
  });

  it('ends within 5 s of another node’s word, and at once of this one’s', async () => {
    await grant('member', false);
    const [here, elsewhere] = [start(), start()];
    await Promise.all([here, elsewhere].map((one) => one.authenticate(TOKEN)));
    await store.connections.remove('default', 'connection');
    here.forget('connection');
    expect(await refusalOf(here.authenticate(TOKEN))).to.equal('UNAUTHORIZED');
    now += 5000;
    expect(await refusalOf(elsewhere.authenticate(TOKEN))).to.equal('UNAUTHORIZED');
  });

  it('ends with its hour, although it is remembered', async () => {
    await grant('member', false);
    const tokens = start();
    now += 59_500;
    await tokens.authenticate(TOKEN);
    now += 500;
    expect(await refusalOf(tokens.authenticate(TOKEN))).to.equal('UNAUTHORIZED');
  });

  it('leaves behind when it was last used', async () => {
    await grant('member', false);
    const tokens = start();
    await tokens.authenticate(TOKEN);
    await tokens.flushUses();
    expect(await store.connections.find('connection')).to.have.property('lastUsedAt', NOW);
  });
});
