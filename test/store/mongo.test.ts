/** What is MongoDB's own: what a node leaves behind, and servers that cannot be used. */
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { MilepostError } from '../../backend/errors.ts';
import { collectionsOf } from '../../backend/store/mongo/documents.ts';
import { openMongoStore } from '../../backend/store/mongo/store.ts';
import { newEvent, newEvents } from '../support/events.ts';
import { dropDatabase, MONGODB_URI, testDatabaseUri } from '../support/store.ts';

describe('the MongoDB store', () => {
  it('says at start that no server answers, and keeps the password to itself', async () => {
    const refusal = await openMongoStore('mongodb://me:hunter2@127.0.0.1:1/x').catch(
      (error: unknown) => error,
    );
    expect(String(refusal)).to.contain('MongoDB cannot be used').and.contain('check MONGODB_URI');
    expect(String(refusal)).not.to.contain('hunter2');
  });

  if (MONGODB_URI === undefined) {
    it('was not tested further: MONGODB_URI is not set');
    return;
  }

  let uri: string;
  beforeEach(() => {
    uri = testDatabaseUri(MONGODB_URI ?? '');
  });
  afterEach(() => dropDatabase(uri));

  it('publishes once what a node stored and did not live to publish', async () => {
    const dying = await openMongoStore(uri);
    await dying.events.append(newEvents(3));
    await dying.close();
    const client = new MongoClient(uri);
    const { events, ledger, nodes } = collectionsOf(client.db());
    // As a crash between the two writes leaves it: stored, not in the ledger, and long silent.
    const last = await ledger.findOne({}, { sort: { _id: -1 } });
    await ledger.deleteOne({ _id: last?._id ?? 0 });
    const [orphan] = await events.find().toArray();
    const node = orphan?._id.slice(13) ?? '';
    await nodes.insertOne({ _id: node, at: new Date(Date.now() - 20_000) });

    const stores = await Promise.all([openMongoStore(uri), openMongoStore(uri)]);
    for (const store of stores) {
      const stretch = await store.events.since(0, 100);
      expect(stretch).to.have.property('entries').with.length(3);
      const counted = await store.events.countValues('default', ['type'], {});
      expect(counted.type?.[0]?.count).to.equal(3);
    }
    for (const store of stores) await store.close();
    await client.close();
  });

  it('refuses a database of a newer schema', async () => {
    await openMongoStore(uri).then((store) => store.close());
    const client = new MongoClient(uri);
    await collectionsOf(client.db()).meta.updateOne({ _id: 'schema' }, { $set: { value: 99 } });
    await client.close();
    const refusal = await openMongoStore(uri).catch((error: unknown) => error);
    expect(String(refusal)).to.contain('start a newer Milepost');
  });

  it('says UNAVAILABLE once it was closed under a call', async () => {
    const store = await openMongoStore(uri);
    await store.close();
    const failure = await store.events.append([newEvent()]).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(MilepostError).and.include({ code: 'UNAVAILABLE' });
  });
});
