/** The settings of retention over HTTP: who may, what is refused, what follows. */
import { expect } from 'chai';
import { newEvent } from '../support/events.ts';
import { type Client, createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost } from '../support/milepost.ts';
import { signIn } from '../support/person.ts';

const PATH = '/api/v1/settings/retention';

describe('/api/v1/settings/retention', () => {
  let milepost: TestMilepost;
  let owner: Client;
  before(async () => {
    milepost = await startMilepost();
    owner = (await signIn(milepost, 'owner')).client;
  });
  after(() => milepost.close());
  const put = (client: Client, body: unknown) =>
    client.send('PUT', PATH, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('keeps for ever until somebody says otherwise', async () => {
    const answer = await owner.send('GET', PATH);
    expect(answer.status).to.equal(200);
    expect(answer.body.data).to.deep.equal({ rules: [], updatedAt: null, lastRun: null });
  });

  it('takes rules from owners and admins, shows them to everybody, and audits the change', async () => {
    const rules = [{ type: 'scaling', subject: 'staging', days: 7 }, { days: 365 }];
    const admin = await signIn(milepost, 'admin');
    const answer = await put(admin.client, { rules });
    expect(answer.status).to.equal(200);
    expect(answer.body.data).to.deep.include({ rules });
    const { client } = await signIn(milepost, 'viewer');
    const seen = await client.send('GET', PATH);
    expect(seen.body.data).to.deep.include({ rules });
    const audit = await owner.send('GET', '/api/v1/audit?action=retention.changed');
    expect(audit.body.data).to.have.length(1);
    expect(audit.body.data).to.have.nested.property('[0].actor.name', admin.person.email);
  });

  it('refuses members, viewers and keys, before it looks at what they send', async () => {
    for (const role of ['member', 'viewer'] as const) {
      const { client } = await signIn(milepost, role);
      expect((await put(client, 'rubbish')).status).to.equal(403);
    }
    const key = createClient(milepost.url, milepost.key);
    expect((await put(key, { rules: [] })).status).to.equal(403);
    expect((await createClient(milepost.url, undefined).send('GET', PATH)).status).to.equal(401);
  });

  it('says what is wrong with a rule', async () => {
    for (const [body, error] of [
      [{ rules: [{ days: 0 }] }, 'rules.0.days: must be a whole number from 1 to 36500'],
      [{}, 'rules: '],
      [{ rules: [{ days: 1 }, { days: 2 }] }, 'rules.1: matches the same events as rules.0'],
    ] as const) {
      const answer = await put(owner, body);
      expect(answer.status).to.equal(400);
      expect(answer.body.code).to.equal('VALIDATION_ERROR');
      expect(answer.body.error).to.contain(error);
    }
  });

  it('keeps organizations apart', async () => {
    await milepost.newOrganization('other');
    const other = await signIn(milepost, 'owner', 'other');
    await put(owner, { rules: [{ days: 500 }] });
    const answer = await other.client.send('GET', PATH);
    expect(answer.body.data).to.deep.include({ rules: [] });
  });

  it('deletes by new rules at once', async () => {
    let say: (facts: object) => void = () => {};
    const deleted = new Promise<object>((resolve) => {
      say = resolve;
    });
    const log = { debug() {}, warn() {}, error() {}, info: (facts: object) => say(facts) };
    const later = await startMilepost({ log, clock: () => Date.now() + 86_400_000 });
    await later.store.events.append([newEvent({ type: 'incident', time: Date.UTC(2020, 1, 1) })]);
    const { client } = await signIn(later, 'owner');
    await put(client, { rules: [{ days: 30 }] });
    expect(await deleted).to.include({ organization: 'default', deleted: 1 });
    expect(await later.events()).to.deep.equal([]);
    await later.close();
  });
});
