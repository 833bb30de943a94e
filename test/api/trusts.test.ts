/** Whom a good id token stands for: the repository by its id, its environment, until revoked. */
import { expect } from 'chai';
import type { Store } from '../../backend/store/port.ts';
import { TESTER } from '../support/audit.ts';
import { type Answer, EVENTS } from '../support/http.ts';
import {
  GITLAB_CLAIMS,
  startTrustWorld,
  type TrustWorld,
  type TrustWorldOptions,
} from '../support/trust.ts';
import { createFeedClient, handshake } from './feed-client.ts';
import { openStream } from './sse.ts';
import { eventually, expectError, sample } from './support.ts';

let now = Date.now();
let world: TrustWorld;
const start = async (options: TrustWorldOptions = {}): Promise<void> => {
  now = Date.now();
  world = await startTrustWorld({ clock: () => now, ...options });
};
const post = async (claims?: Record<string, unknown>): Promise<Answer> =>
  (await world.job(claims)).post(sample());
const expectStored = (answer: Answer): void => {
  expect(answer.status, answer.text).to.equal(201);
};

describe('A trusted repository', () => {
  beforeEach(() => start());
  afterEach(() => world.close());

  it('is the one with the id, whatever it is called now', async () => {
    await world.trust({ resourceId: '4711' });
    expectStored(await post());
    expectStored(await post({ repository: 'acme/renamed' }));
    expectStored(await post({ repository_id: 4711 }));
  });

  it('is not another one, which learns how to be trusted', async () => {
    await world.trust({ resourceId: '4711' });
    expectError(
      await post({ repository: 'acme/other', repository_id: '4712' }),
      'UNAUTHORIZED',
      'acme/other is not trusted, add it by: npx milepost trust add github:acme/other --repository-id 4712',
    );
  });

  it('is not who has taken its name, from the first token on', async () => {
    await world.trust({ resourceId: '4711' });
    expectError(await post({ repository_id: '9999' }), 'UNAUTHORIZED', 'has only taken its name');
  });

  it('is pinned to the id of the first token that has its name', async () => {
    const { id } = await world.trust({ name: 'Acme/Shop' });
    expectError(await post({ repository: 'acme/shop2' }), 'UNAUTHORIZED', 'is not trusted');
    expect((await world.trusts.list('default'))[0]?.resourceId).to.equal(null);
    expectStored(await post());
    expect((await world.trusts.list('default'))[0]).to.include({ id, resourceId: '4711' });
    expectError(await post({ repository_id: '9999' }), 'UNAUTHORIZED', 'has only taken its name');
    expectStored(await post({ repository: 'acme/renamed' }));
  });

  it('is pinned by one of many who come at once, and have all found it free', async () => {
    await world.close();
    let readers = 0;
    let goOn = (): void => {};
    const allHaveRead = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const find =
      (store: Store): Store['trusts']['find'] =>
      async (issuer, resourceId, name) => {
        const records = await store.trusts.find(issuer, resourceId, name);
        readers += 1;
        if (readers === 8) goOn();
        await allHaveRead;
        return records;
      };
    await start({
      wrap: (store) => ({ ...store, trusts: { ...store.trusts, find: find(store) } }),
    });
    await world.trust();
    const ids = Array.from({ length: 8 }, (_, index) => String(5000 + index));
    const answers = await Promise.all(ids.map((repository_id) => post({ repository_id })));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    const [record] = await world.trusts.list('default');
    expect(answers[ids.indexOf(record?.resourceId ?? '')]?.status).to.equal(201);
  });

  it('is not pinned by a token that is no good', async () => {
    await world.trust();
    await post({ aud: 'https://elsewhere.example.com' });
    await post({ exp: 1 });
    expect((await world.trusts.list('default'))[0]?.resourceId).to.equal(null);
  });

  it('keeps its name to itself for every environment, once one is pinned', async () => {
    await world.trust({ environment: 'production' });
    await world.trust();
    expectStored(await post({ environment: 'production' }));
    // Else who takes the name later could pin the record that no token has come for yet.
    expectError(await post({ repository_id: '9999' }), 'UNAUTHORIZED', 'has only taken its name');
    expectStored(await post());
  });

  it('is in its own organization, where its events are', async () => {
    const key = await world.milepost.newOrganization('acme');
    await world.trust({ organization: 'acme' });
    expectStored(await post());
    expect((await world.as(key).list()).body.data).to.have.length(1);
    expect(await world.milepost.events()).to.have.length(0);
  });

  it('is a project of GitLab, by the claims that GitLab has', async () => {
    await world.trust({ provider: 'gitlab', name: 'acme/backend/shop' });
    const claims = { ...GITLAB_CLAIMS, repository: undefined, repository_id: undefined };
    expectStored(await post(claims));
    expect((await world.trusts.list('default'))[0]?.resourceId).to.equal('815');
    expectError(
      await post({ ...claims, project_path: 'acme/b', project_id: '816' }),
      'UNAUTHORIZED',
      'npx milepost trust add gitlab:acme/b --project-id 816',
    );
  });

  it('remembers when it was used last', async () => {
    const { id } = await world.trust();
    expectStored(await post());
    now += 5;
    const { milepost, trusts } = world;
    // What was used is written down at the end at the latest.
    const { close } = milepost.store;
    let used: number | null | undefined;
    milepost.store.close = async () => {
      used = (await trusts.list('default')).find((one) => one.id === id)?.lastUsedAt;
      await close();
    };
    await world.close();
    expect(used).to.equal(now - 5);
    await start();
  });
});

describe('A trust for an environment', () => {
  beforeEach(() => start());
  afterEach(() => world.close());

  it('lets in the jobs of that environment only', async () => {
    await world.trust({ environment: 'production', resourceId: '4711' });
    expectStored(await post({ environment: 'production' }));
    const message = 'acme/shop is trusted for the environment production only';
    expectError(await post({ environment: 'staging' }), 'UNAUTHORIZED', message);
    expectError(await post({ environment: 'Production' }), 'UNAUTHORIZED', message);
    expectError(await post({ environment: ['production'] }), 'UNAUTHORIZED', message);
    expectError(await post(), 'UNAUTHORIZED', message);
  });

  it('does not pin by a token of another environment', async () => {
    await world.trust({ environment: 'production' });
    expectError(await post({ environment: 'staging' }), 'UNAUTHORIZED', 'production only');
    expect((await world.trusts.list('default'))[0]?.resourceId).to.equal(null);
  });

  it('comes before the one for every environment', async () => {
    const key = await world.milepost.newOrganization('acme');
    await world.trust({ resourceId: '4711' });
    await world.trust({ resourceId: '4711', environment: 'production', organization: 'acme' });
    expectStored(await post({ environment: 'production' }));
    expectStored(await post({ environment: 'staging' }));
    expect((await world.as(key).list()).body.data).to.have.length(1);
    expect(await world.milepost.events()).to.have.length(1);
  });
});

describe('A revoked trust', () => {
  beforeEach(() => start());
  afterEach(() => world.close());

  it('ends within 5 s, also where its token was just used', async () => {
    const { id } = await world.trust();
    const other = await world.trust({ name: 'acme/other' });
    const job = await world.job();
    expectStored(await job.post(sample()));
    await world.trusts.revoke('default', id, TESTER);
    now += 4999;
    const message = 'the trust in acme/shop was revoked, add it again if it is meant';
    expectError(await job.post(sample()), 'UNAUTHORIZED', message);
    expectError(await post(), 'UNAUTHORIZED', message);
    await world.trusts.revoke('default', other.id, TESTER);
    expectError(await job.post(sample()), 'UNAUTHORIZED', message);
    expectError(await post(), 'UNAUTHORIZED', 'no repository of the id token’s issuer');
  });

  it('can be given again, and is pinned afresh', async () => {
    const { id } = await world.trust();
    expectStored(await post());
    await world.trusts.revoke('default', id, TESTER);
    now += 5000;
    await world.trust();
    expectStored(await post({ repository_id: '9999' }));
    expectError(await post(), 'UNAUTHORIZED', 'has only taken its name');
  });

  it('ends open streams and sockets, as a revoked key does', async () => {
    await world.close();
    await start({ clock: Date.now });
    const { id } = await world.trust();
    const job = await world.job();
    const stream = await openStream(job);
    const feed = createFeedClient(world.milepost.url, { auth: { key: job.key } });
    expect(await handshake(feed)).to.equal(null);
    const { body } = await job.post(sample());
    await Promise.all([stream.count(1), feed.count(1)]);
    expect([...stream.events(), ...feed.messages.flatMap(({ events }) => events)]).to.deep.equal([
      body.data,
      body.data,
    ]);
    const disconnected = new Promise((resolve) => feed.socket.once('disconnect', resolve));
    const revokedAt = performance.now();
    await world.trusts.revoke('default', id, TESTER);
    await Promise.all([stream.ended, disconnected]);
    expect(performance.now() - revokedAt).to.be.below(5000);
    feed.close();
  });

  it('ends open streams when the token expires, too', async () => {
    let offset = 0;
    await world.close();
    await start({ clock: () => Date.now() + offset });
    await world.trust();
    const job = await world.job();
    const stream = await openStream(job);
    offset = 331_000;
    await stream.ended;
    expectError(await job.get(EVENTS), 'UNAUTHORIZED', 'has expired');
  });

  it('does not end a stream when only the issuer is down', async () => {
    let offset = 0;
    await world.close();
    await start({ clock: () => Date.now() + offset });
    await world.trust();
    const end = Math.floor(Date.now() / 1000) + 80_000;
    const job = await world.job({ exp: end });
    const stream = await openStream(job);
    world.issuer.breakDown(true);
    offset = 7_200_000;
    const asked = world.issuer.requests.length;
    // Until the stream has been looked at: that is when the issuer is asked.
    await eventually(
      () => new Promise((resolve) => setImmediate(() => resolve(world.issuer.requests.length))),
      (count) => Number(count) > asked,
    );
    expectError(await job.get(EVENTS), 'UNAVAILABLE');
    world.issuer.breakDown(false);
    const { body } = await job.post(sample());
    await stream.count(1);
    expect(stream.events()).to.deep.equal([body.data]);
    stream.close();
  });
});

describe('Adding a trust', () => {
  beforeEach(() => start());
  afterEach(() => world.close());
  const refusal = (over: Parameters<TrustWorld['trust']>[0]) =>
    world.trust(over).then(
      () => 'none',
      (error: Error) => error.message,
    );

  it('is refused the second time, whatever the case, until the first is revoked', async () => {
    const { id } = await world.trust();
    const message =
      'acme/SHOP is trusted for every environment already, see: npx milepost trust list';
    expect(await refusal({ name: 'acme/SHOP' })).to.equal(message);
    expect(await refusal({ name: 'acme/SHOP', resourceId: '4711' })).to.equal(message);
    await world.trust({ environment: 'production' });
    expect(await refusal({ environment: 'production' })).to.include('the environment production');
    await world.trusts.revoke('default', id, TESTER);
    await world.trust();
  });

  it('is refused for an id that is trusted under another name', async () => {
    await world.trust({ resourceId: '4711' });
    expect(await refusal({ name: 'acme/new', resourceId: '4711' })).to.include(
      'acme/shop is trusted',
    );
    await world.trust({ name: 'acme/new', resourceId: '4711', environment: 'production' });
  });

  it('is refused for an issuer of the other provider', async () => {
    await world.trust();
    expect(await refusal({ provider: 'gitlab', name: 'a/b' })).to.equal(
      'issuer: is trusted as one of github already',
    );
  });

  const WRONG: readonly (readonly [Parameters<TrustWorld['trust']>[0], RegExp])[] = [
    [{ issuer: 'http://gitlab.example.com' }, /^issuer: must be an https URL/],
    [{ issuer: 'https://me:secret@gitlab.example.com' }, /^issuer/],
    [{ issuer: 'https://gitlab.example.com?x=1' }, /^issuer/],
    [{ issuer: 'ftp://127.0.0.1' }, /^issuer/],
    [{ issuer: 'gitlab.example.com' }, /^issuer/],
    [{ issuer: 'http://127.0.0.1.example.com' }, /^issuer/],
    [{ name: 'shop' }, /^name: must be owner\/repository/],
    [{ name: 'acme/' }, /^name/],
    [{ name: 'acme/sh\u017fop' }, /^name/],
    [{ name: 'acme/$(id)' }, /^name/],
    [{ resourceId: 'shop' }, /^resourceId/],
    [{ resourceId: '' }, /^resourceId/],
    [{ environment: '' }, /^environment/],
    [{ organization: 'nobody' }, /^organization: there is no organization nobody/],
  ];
  for (const [over, message] of WRONG) {
    it(`is refused with ${JSON.stringify(over)}`, async () => {
      expect(await refusal(over)).to.match(message);
      expect(await world.trusts.list('default')).to.deep.equal([]);
    });
  }
});
