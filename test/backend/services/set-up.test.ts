/** The very first start, and its one-time link: contract 5. */
import { expect } from 'chai';
import { createKeys, hashSecret } from '../../../backend/services/keys.ts';
import { createSetUp, type SetUp } from '../../../backend/services/set-up.ts';
import type { OrganizationStore } from '../../../backend/store/port.ts';
import { openSqliteStore } from '../../../backend/store/sqlite/store.ts';
import { auditOf } from '../../support/audit.ts';
import { NOW, refusal } from './keys-support.ts';

async function openSetUp() {
  const store = await openSqliteStore(':memory:');
  const links: { readonly hash: string }[] = [];
  const organizations: OrganizationStore = {
    ...store.organizations,
    insertSetupLink: (link) => {
      links.push(link);
      return store.organizations.insertSetupLink(link);
    },
  };
  let serial = 0;
  const newId = () => {
    serial += 1;
    return `key-${serial}`;
  };
  const clock = () => NOW;
  const keys = createKeys({
    keys: store.keys,
    organizations,
    audit: auditOf(store, clock),
    clock,
    newId,
  });
  const passwords = { hash: async (password: string) => `hash of ${password}` };
  /** As another process on the same store would have it. */
  const open = (): SetUp =>
    createSetUp({
      organizations,
      keys,
      people: store.people,
      passwords,
      audit: auditOf(store, clock),
      clock,
      newId,
    });
  return { store, keys, open, setUp: open(), links };
}

const USED =
  'UNAUTHORIZED the set-up link is not valid or was used; sign in, or make a link for an owner with: npx milepost users invite <e-mail> --role owner';

const owner = (token: string, email = 'ada@example.com') => ({
  token,
  name: 'Ada',
  email,
  password: 'analytical engine',
  organization: undefined,
});

describe('the first start', () => {
  let test: Awaited<ReturnType<typeof openSetUp>>;
  beforeEach(async () => {
    test = await openSetUp();
  });
  afterEach(() => test.store.close());

  it('makes the organization and a READ_WRITE key that works', async () => {
    const first = await test.setUp.firstStart();
    expect(await test.store.organizations.list()).to.deep.equal([
      { id: 'default', name: 'Default organization', createdAt: NOW },
    ]);
    expect(await test.keys.authenticate(first?.secret ?? '')).to.deep.equal({
      organization: 'default',
      scope: 'READ_WRITE',
      keyId: 'key-1',
      person: null,
    });
    expect((await test.keys.list('default'))[0]).to.include({
      name: 'first key',
      createdBy: 'set-up',
      expiresAt: null,
    });
  });

  it('makes a link that cannot be guessed, of which only the hash is kept', async () => {
    const first = await test.setUp.firstStart();
    const token = first?.setupToken ?? '';
    expect(token).to.match(/^[\w-]{43}$/);
    expect(test.links).to.deep.equal([
      { hash: hashSecret(token), organization: 'default', createdAt: NOW },
    ]);
  });

  it('comes once, however many processes start, and however often', async () => {
    const starts = [test.setUp, test.open(), test.setUp, test.open()];
    const firsts = await Promise.all(starts.map((one) => one.firstStart()));
    expect(firsts.filter((first) => first !== null)).to.have.length(1);
    expect(await test.open().firstStart()).to.equal(null);
    expect(await test.keys.list('default')).to.have.length(1);
    expect(test.links).to.have.length(1);
  });
});

describe('the set-up link', () => {
  let test: Awaited<ReturnType<typeof openSetUp>>;
  let token: string;
  beforeEach(async () => {
    test = await openSetUp();
    token = (await test.setUp.firstStart())?.setupToken ?? '';
  });
  afterEach(() => test.store.close());

  it('makes one owner, once', async () => {
    const person = await test.setUp.makeOwner(owner(token));
    expect(person).to.include({ email: 'ada@example.com', role: 'owner' });
    expect(await refusal(test.setUp.makeOwner(owner(token, 'b@example.com')))).to.equal(USED);
    expect(await refusal(test.open().makeOwner(owner(token, 'c@example.com')))).to.equal(USED);
    expect(await test.store.people.list('default')).to.have.length(1);
  });

  it('makes one owner among many who try at the same time', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) =>
        test.open().makeOwner(owner(token, `${index}@example.com`)),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    expect(await test.store.people.list('default')).to.have.length(1);
  });

  it('is nothing else: not its hash, not a key, not a part of it', async () => {
    const [key] = await test.keys.list('default');
    for (const text of ['', 'x', hashSecret(token), token.slice(1), `${token} `, key?.id ?? 'x']) {
      expect(await refusal(test.setUp.makeOwner(owner(text))), text).to.equal(USED);
    }
    expect(await test.store.people.list('default')).to.have.length(0);
  });
});
