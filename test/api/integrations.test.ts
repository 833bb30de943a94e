/** Integrations and what is said about metrics, over HTTP. */
import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import {
  integrationListAnswer,
  newIntegrationAnswer,
  revokedIntegrationAnswer,
} from '../../backend/http/integrations.ts';
import {
  metricSettingsAnswer,
  metricSettingsListAnswer,
} from '../../backend/http/metric-settings.ts';
import { type SignedIn, signIn } from '../support/person.ts';
import { expectError, fieldsOf, unique, useServer } from './support.ts';

const SECRET_KEY = 'a secret key of at least 32 characters';
const PATH = '/api/v1/integrations';
const SETTINGS = '/api/v1/metrics/settings';

interface Integration {
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly revokedAt: string | null;
}

describe('Integrations in the console', () => {
  const server = useServer({ env: { SECRET_KEY } });
  let admin: SignedIn;
  before(async () => {
    admin = await signIn(server().milepost, 'admin');
  });
  const create = (body: object) =>
    admin.client.json<{ secret: string; integration: Integration }>('POST', PATH, body);
  const audited = async (action: string) => {
    const answer = await admin.client.get<readonly object[]>(`/api/v1/audit?action=${action}`);
    return answer.body.data;
  };
  const push = async (id: string, secret: string) => {
    const subject = unique('subject');
    const body = JSON.stringify({ samples: [{ metric: 'm', value: 1, time: 'NOW', subject }] });
    const t = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
    return server()
      .client.as(undefined)
      .send('POST', '/api/v1/metrics/webhook', {
        headers: {
          'Content-Type': 'application/json',
          'X-Milepost-Integration': id,
          'X-Milepost-Signature': `t=${t},v1=${v1}`,
        },
        body,
      });
  };

  it('are made with a secret that is shown once, signs at once, and ends when revoked', async () => {
    const made = await create({ name: 'collector' });
    expect(made.status, made.text).to.equal(201);
    expect(newIntegrationAnswer.parse(made.body)).to.deep.equal(made.body);
    const { secret, integration } = made.body.data;
    expect(secret).to.match(/^mps_/);
    expect(integration).to.include({ createdBy: admin.person.email, revokedAt: null });
    expect((await push(integration.id, secret)).status).to.equal(202);
    const listed = await admin.client.get<readonly Integration[]>(PATH);
    expect(integrationListAnswer.parse(listed.body)).to.deep.equal(listed.body);
    expect(listed.body.data).to.deep.include(integration);
    expect(listed.text).not.to.contain(secret).and.not.contain('sealed');

    const revoked = await admin.client.send('DELETE', `${PATH}/${integration.id}`);
    expect(revokedIntegrationAnswer.parse(revoked.body)).to.deep.equal(revoked.body);
    expectError(await push(integration.id, secret), 'UNAUTHORIZED', 'was revoked');
    const at = async () =>
      (await admin.client.get<readonly Integration[]>(PATH)).body.data.find(
        ({ id }) => id === integration.id,
      )?.revokedAt;
    const before = await at();
    expect(before).to.be.a('string');
    expect((await admin.client.send('DELETE', `${PATH}/${integration.id}`)).status).to.equal(200);
    expect(await at()).to.equal(before);
  });

  it('leave a trace of who made and revoked them, without the secret', async () => {
    const { secret, integration } = (await create({ name: 'traced' })).body.data;
    await admin.client.send('DELETE', `${PATH}/${integration.id}`);
    await admin.client.send('DELETE', `${PATH}/${integration.id}`);
    for (const action of ['integration.created', 'integration.revoked']) {
      const own = (await audited(action)).filter((one) =>
        JSON.stringify(one).includes(integration.id),
      );
      expect(own, action).to.have.length(1);
      expect(own[0]).to.deep.include({
        target: { kind: 'integration', id: integration.id, name: 'traced' },
      });
      expect(JSON.stringify(own)).to.contain(admin.person.email).and.not.contain(secret);
    }
  });

  it('need a name', async () => {
    for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'x'.repeat(101) }, { name: 1 }]) {
      const answer = await create(body);
      expectError(answer, 'VALIDATION_ERROR');
      expect(fieldsOf(answer)).to.deep.equal(['name']);
    }
  });

  it('of another organization are not there', async () => {
    const { id } = (await create({ name: 'ours' })).body.data.integration;
    const organization = unique('org');
    await server().milepost.newOrganization(organization);
    const other = await signIn(server().milepost, 'owner', organization);
    expectError(await other.client.send('DELETE', `${PATH}/${id}`), 'NOT_FOUND');
    expect((await other.client.get(PATH)).body.data).to.deep.equal([]);
    expect(JSON.stringify(await audited('integration.revoked'))).not.to.contain(id);
  });

  describe('What is said about a metric', () => {
    const put = (body: object) => admin.client.json('PUT', SETTINGS, body);

    it('holds for its verdicts from then on, and is replaced whole', async () => {
      const metric = unique('checkout_seconds');
      await server().client.json('POST', '/api/v1/metrics/webhook', {
        samples: [{ metric, value: 1, time: 'NOW', subject: 'production', unit: 's' }],
      });
      const fact = async () =>
        (
          await server().reader.get<readonly { metric: string }[]>('/api/v1/metrics')
        ).body.data.find((one) => one.metric === metric);
      expect(await fact()).to.include({ direction: null, unit: 's', displayName: null });
      const said = await put({ metric, displayName: 'Checkout', unit: 'ms', direction: 'lower' });
      expect(said.status, said.text).to.equal(200);
      expect(metricSettingsAnswer.parse(said.body)).to.deep.equal(said.body);
      expect(await fact()).to.include({ direction: 'lower', unit: 'ms', displayName: 'Checkout' });
      await put({ metric, direction: 'higher' });
      expect(await fact()).to.include({ direction: 'higher', unit: 's', displayName: null });
      const all = await server().reader.get<readonly object[]>(SETTINGS);
      expect(metricSettingsListAnswer.parse(all.body)).to.deep.equal(all.body);
      expect(all.body.data).to.deep.include({
        ...{ metric, displayName: null, unit: null, direction: 'higher' },
      });
      const entries = await audited('metric.settings-changed');
      expect(entries[0]).to.deep.include({
        target: { kind: 'metric', id: metric, name: metric },
        details: { displayName: null, unit: null, direction: 'higher' },
      });
    });

    it('is refused where it says nothing sensible', async () => {
      expect(fieldsOf(await put({ metric: 'a b' }))).to.deep.equal(['metric']);
      expect(fieldsOf(await put({ metric: 'a', direction: 'up' }))).to.deep.equal(['direction']);
      expect(fieldsOf(await put({ metric: 'a', colour: 'red' }))).to.deep.equal(['colour']);
      expect(fieldsOf(await put({}))).to.deep.equal(['metric']);
    });
  });
});
