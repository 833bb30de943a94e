/** What every store does for assistants that sign in. */
import { expect } from 'chai';
import type {
  ClientRecord,
  ConnectionRecord,
  TokenRecord,
} from '../../backend/store/oauth-port.ts';
import type { Store } from '../../backend/store/port.ts';
import { NOON } from '../support/events.ts';
import type { StoreHarness, TestDatabase } from './harness.ts';

function client(over: Partial<ClientRecord> = {}): ClientRecord {
  return {
    id: 'client-1',
    name: 'Claude',
    redirectUris: ['https://claude.ai/api/mcp/auth_callback', 'http://localhost/callback'],
    createdAt: NOON,
    usedAt: null,
    ...over,
  };
}

function connection(over: Partial<ConnectionRecord> = {}): ConnectionRecord {
  return {
    id: 'connection-1',
    organization: 'default',
    person: 'ada',
    clientId: 'client-1',
    clientName: 'Claude',
    clientPlace: 'claude.ai',
    isVerified: false,
    canWrite: true,
    createdAt: NOON,
    lastUsedAt: null,
    expiresAt: NOON + 1000,
    ...over,
  };
}

function token(over: Partial<TokenRecord> = {}): TokenRecord {
  return {
    hash: 'hash-1',
    kind: 'access',
    connection: 'connection-1',
    expiresAt: NOON + 1000,
    redirectUri: null,
    challenge: null,
    ...over,
  };
}

export function oauthStoreContract(harness: StoreHarness): void {
  describe(`${harness.name}: assistants that sign in`, () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await harness.createDatabase();
      store = await database.open();
    });
    afterEach(() => database.destroy());

    it('keeps a client as it is, and when it last got a token', async () => {
      await store.oauthClients.insert(client());
      expect(await store.oauthClients.find('client-1')).to.deep.equal(client());
      expect(await store.oauthClients.find('client-2')).to.equal(null);
      await store.oauthClients.touch('client-1', NOON + 9);
      await store.oauthClients.touch('client-1', NOON + 3);
      await store.oauthClients.touch('unknown', NOON + 3);
      expect(await store.oauthClients.find('client-1')).to.have.property('usedAt', NOON + 9);
    });

    it('forgets clients that were never used soon, and those that were used later', async () => {
      await store.oauthClients.insert(client({ id: 'never', createdAt: NOON - 10 }));
      await store.oauthClients.insert(client({ id: 'new' }));
      await store.oauthClients.insert(client({ id: 'used', createdAt: 0, usedAt: NOON - 50 }));
      await store.oauthClients.insert(client({ id: 'over', createdAt: 0, usedAt: NOON - 200 }));
      await store.oauthClients.prune(NOON - 5, NOON - 100);
      const left = ['never', 'new', 'used', 'over'].map((id) => store.oauthClients.find(id));
      expect((await Promise.all(left)).map((one) => one?.id ?? null)).to.deep.equal([
        null,
        'new',
        'used',
        null,
      ]);
    });

    it('lists the connections of one organization, newest first', async () => {
      const newer = connection({ id: 'b', createdAt: NOON + 1, isVerified: true, canWrite: false });
      await store.connections.insert(connection({ id: 'a', lastUsedAt: NOON }));
      await store.connections.insert(newer);
      await store.connections.insert(connection({ id: 'c', organization: 'other' }));
      const found = await store.connections.list('default');
      expect(found.map(({ id }) => id)).to.deep.equal(['b', 'a']);
      expect(found[0]).to.deep.equal(newer);
      expect(await store.connections.find('b')).to.deep.equal(newer);
      expect(await store.connections.find('d')).to.equal(null);
    });

    it('removes a connection with its tokens, and only for its own organization', async () => {
      await store.connections.insert(connection());
      await store.oauthTokens.insert([token(), token({ hash: 'else', connection: 'else' })]);
      expect(await store.connections.remove('other', 'connection-1')).to.equal(false);
      expect(await store.oauthTokens.find('hash-1')).to.deep.equal(token());
      expect(await store.connections.remove('default', 'connection-1')).to.equal(true);
      expect(await store.connections.remove('default', 'connection-1')).to.equal(false);
      expect(await store.connections.find('connection-1')).to.equal(null);
      expect(await store.oauthTokens.find('hash-1')).to.equal(null);
      expect(await store.oauthTokens.find('else')).not.to.equal(null);
    });

    it('removes all of a person', async () => {
      await store.connections.insert(connection());
      await store.connections.insert(connection({ id: 'bob', person: 'bob' }));
      await store.oauthTokens.insert([token()]);
      await store.connections.removeOf('ada');
      expect((await store.connections.list('default')).map(({ id }) => id)).to.deep.equal(['bob']);
      expect(await store.oauthTokens.find('hash-1')).to.equal(null);
    });

    it('remembers the newest use, and when a connection ends', async () => {
      await store.connections.insert(connection());
      await store.connections.touch(new Map([['connection-1', NOON + 9]]));
      await store.connections.touch(new Map([['connection-1', NOON + 3]]));
      await store.connections.extend('connection-1', NOON + 5000);
      await store.connections.extend('unknown', NOON + 5000);
      expect(await store.connections.find('connection-1')).to.deep.equal(
        connection({ lastUsedAt: NOON + 9, expiresAt: NOON + 5000 }),
      );
    });

    it('keeps codes with what they are bound to', async () => {
      const code = token({ kind: 'code', redirectUri: 'https://x.example/cb', challenge: 'abc' });
      await store.oauthTokens.insert([code]);
      expect(await store.oauthTokens.find('hash-1')).to.deep.equal(code);
      await store.oauthTokens.remove('hash-1');
      expect(await store.oauthTokens.find('hash-1')).to.equal(null);
    });

    it('lets one of many be the first to use a token, and tells the others when that was', async () => {
      const second = await database.open();
      const tries = await Promise.all(
        [store, second, store, second].map((one, index) =>
          one.oauthTokens.use('hash-1', NOON + index, NOON + 1000),
        ),
      );
      const later = tries.filter((one) => one !== null);
      expect(later).to.have.length(3);
      expect(new Set(later).size).to.equal(1);
      expect(later[0]).to.equal(NOON + tries.indexOf(null));
    });

    it('forgets what has expired', async () => {
      await store.connections.insert(connection({ id: 'old', expiresAt: NOON - 1 }));
      await store.connections.insert(connection({ id: 'good' }));
      await store.oauthTokens.insert([
        token({ hash: 'of-old', connection: 'old' }),
        token({ hash: 'expired', connection: 'good', expiresAt: NOON - 1 }),
        token({ hash: 'good', connection: 'good' }),
      ]);
      await store.oauthTokens.use('used', NOON - 9, NOON - 1);
      await store.connections.prune(NOON);
      await store.oauthTokens.prune(NOON);
      expect((await store.connections.list('default')).map(({ id }) => id)).to.deep.equal(['good']);
      const left = ['of-old', 'expired', 'good'].map((hash) => store.oauthTokens.find(hash));
      expect((await Promise.all(left)).map((one) => one?.hash ?? null)).to.deep.equal([
        null,
        null,
        'good',
      ]);
      expect(await store.oauthTokens.use('used', NOON, NOON + 1)).to.equal(null);
    });
  });
}
