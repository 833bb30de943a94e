/** A key in use: whom it stands for, when it ends, and when it was used. */
import { expect } from 'chai';
import { createKeys } from '../../../backend/services/keys.ts';
import { auditOf, TESTER } from '../../support/audit.ts';
import { createGate } from './feed-support.ts';
import { NOW, openKeys, refusal, type TestKeys } from './keys-support.ts';

const REVOKED = 'UNAUTHORIZED the API key was revoked';
const EXPIRED = 'UNAUTHORIZED the API key has expired';
/** A revocation has to be known everywhere within this (contract 5), ms. */
const EVERYWHERE_MS = 5000;

describe('a key', () => {
  let test: TestKeys;
  beforeEach(async () => {
    test = await openKeys();
  });
  afterEach(() => test.store.close());

  it('stands for its organization and its scope', async () => {
    await test.store.organizations.insert({ id: 'acme', name: 'Acme', createdAt: NOW });
    const request = { organization: 'acme', name: 'reader', createdBy: 'cli' };
    const { secret } = await test.keys.create({ ...request, scope: 'READ_ONLY' });
    const { secret: other, id } = await test.create();
    expect(await test.keys.authenticate(secret)).to.deep.equal({
      organization: 'acme',
      scope: 'READ_ONLY',
      keyId: 'key-1',
      person: null,
    });
    expect(await test.keys.authenticate(other)).to.deep.equal({
      organization: 'default',
      scope: 'READ_WRITE',
      keyId: id,
      person: null,
    });
  });

  it('is looked up now and then, not for every request', async () => {
    const { secret } = await test.create();
    const lookups = () => test.calls.filter((name) => name === 'findByHash').length;
    for (let count = 0; count < 50; count += 1) await test.keys.authenticate(secret);
    expect(lookups()).to.equal(1);
    test.now += EVERYWHERE_MS;
    await test.keys.authenticate(secret);
    expect(lookups()).to.equal(2);
  });

  it('works until the moment at which it expires, looked up or not', async () => {
    const expiresAt = NOW + 1000;
    const { secret } = await test.create({ expiresAt });
    test.now = expiresAt - 1;
    await test.keys.authenticate(secret);
    test.now = expiresAt;
    expect(await refusal(test.keys.authenticate(secret))).to.equal(EXPIRED);
    expect(await refusal(test.elsewhere().authenticate(secret))).to.equal(EXPIRED);
  });

  it('ends at once, also for who is being looked up while it is revoked', async () => {
    const { secret, id } = await test.create();
    const gate = createGate();
    const { findByHash } = test.store.keys;
    // As a database behind a network: what it read is old when it arrives.
    const slow = async (hash: string) => {
      const read = await findByHash(hash);
      await gate.opened;
      return read;
    };
    const keys = createKeys({
      keys: { ...test.store.keys, findByHash: slow },
      organizations: test.store.organizations,
      audit: auditOf(test.store),
      clock: () => test.now,
      newId: () => 'unused',
    });
    const early = refusal(keys.authenticate(secret));
    await keys.revoke('default', id, TESTER);
    gate.open();
    expect(await early).to.equal(REVOKED);
    expect(await refusal(keys.authenticate(secret))).to.equal(REVOKED);
  });

  it('remembers a use that could not be written down, for the next time', async () => {
    const { secret, id } = await test.create();
    let isBroken = true;
    const keys = createKeys({
      keys: {
        ...test.store.keys,
        touch: async (uses) => {
          if (isBroken) throw new Error('no disk');
          await test.store.keys.touch(uses);
        },
      },
      organizations: test.store.organizations,
      audit: auditOf(test.store),
      clock: () => test.now,
      newId: () => 'unused',
    });
    await keys.authenticate(secret);
    expect(await refusal(keys.flushUses())).to.contain('no disk');
    isBroken = false;
    await keys.flushUses();
    expect((await test.record(id))?.lastUsedAt).to.equal(NOW);
  });

  it('ends at once where it is revoked, and keeps the first time', async () => {
    const { secret, id } = await test.create();
    await test.keys.authenticate(secret);
    test.now += 7;
    await test.keys.revoke('default', id, TESTER);
    expect(await refusal(test.keys.authenticate(secret))).to.equal(REVOKED);
    test.now += 7;
    await test.keys.revoke('default', id, TESTER);
    expect((await test.record(id))?.revokedAt).to.equal(NOW + 7);
  });

  it('ends within 5 s where it was just used, when it is revoked elsewhere', async () => {
    const { secret, id } = await test.create();
    await test.keys.authenticate(secret);
    await test.elsewhere().revoke('default', id, TESTER);
    test.now += EVERYWHERE_MS - 1;
    expect(await refusal(test.keys.authenticate(secret))).to.equal(REVOKED);
  });

  it('leaves other keys alone when it is revoked', async () => {
    const [one, other] = [await test.create(), await test.create()];
    await test.keys.authenticate(other.secret);
    await test.keys.revoke('default', one.id, TESTER);
    expect((await test.keys.authenticate(other.secret)).keyId).to.equal(other.id);
  });

  it('cannot be revoked under another organization or another id', async () => {
    const { secret, id } = await test.create();
    for (const [organization, wrong] of [
      ['other', id],
      ['default', 'key-99'],
    ] as const) {
      expect(await refusal(test.keys.revoke(organization, wrong, TESTER))).to.equal(
        `NOT_FOUND id: there is no API key ${wrong}`,
      );
    }
    expect((await test.keys.authenticate(secret)).keyId).to.equal(id);
  });

  it('says that it was revoked rather than that it has expired', async () => {
    const { secret, id } = await test.create({ expiresAt: NOW + 1 });
    await test.keys.revoke('default', id, TESTER);
    test.now += 1;
    expect(await refusal(test.keys.authenticate(secret))).to.equal(REVOKED);
  });
});

describe('the last use of a key', () => {
  let test: TestKeys;
  beforeEach(async () => {
    test = await openKeys();
  });
  afterEach(() => test.store.close());
  const touches = () => test.calls.filter((name) => name === 'touch').length;
  const lastUse = async (id: string) => (await test.record(id))?.lastUsedAt;

  it('is written when it is asked for, not when the key is used', async () => {
    const { secret, id } = await test.create();
    for (const ms of [1, 5, 9]) {
      test.now = NOW + ms;
      await test.keys.authenticate(secret);
    }
    expect(await lastUse(id)).to.equal(null);
    expect(touches()).to.equal(0);
    test.now = NOW + 500;
    await test.keys.flushUses();
    expect(await lastUse(id)).to.equal(NOW + 9);
    expect(touches()).to.equal(1);
  });

  it('is written for all keys in one call, and for none without any', async () => {
    const [one, other, unused] = [await test.create(), await test.create(), await test.create()];
    await test.keys.authenticate(one.secret);
    test.now += 3;
    await test.keys.authenticate(other.secret);
    await test.keys.flushUses();
    await test.keys.flushUses();
    expect(touches()).to.equal(1);
    expect([
      await lastUse(one.id),
      await lastUse(other.id),
      await lastUse(unused.id),
    ]).to.deep.equal([NOW, NOW + 3, null]);
  });

  it('is no use that was refused', async () => {
    const [expired, revoked] = [await test.create({ expiresAt: NOW + 1 }), await test.create()];
    await test.keys.revoke('default', revoked.id, TESTER);
    test.now += 1;
    for (const { secret } of [expired, revoked]) {
      expect(await refusal(test.keys.authenticate(secret))).to.match(/^UNAUTHORIZED/);
    }
    await test.keys.flushUses();
    expect(touches()).to.equal(0);
  });

  it('is kept for the next time when it comes while the others are written', async () => {
    const { secret, id } = await test.create();
    await test.keys.authenticate(secret);
    const flushing = test.keys.flushUses();
    test.now += 8;
    await test.keys.authenticate(secret);
    await flushing;
    await test.keys.flushUses();
    expect(await lastUse(id)).to.equal(NOW + 8);
  });

  it('never goes back, when another process knows of a later one', async () => {
    const { secret, id } = await test.create();
    const elsewhere = test.elsewhere();
    await test.keys.authenticate(secret);
    test.now += 8;
    await elsewhere.authenticate(secret);
    await elsewhere.flushUses();
    await test.keys.flushUses();
    expect(await lastUse(id)).to.equal(NOW + 8);
  });
});
