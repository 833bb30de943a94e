/** How long samples are kept, over HTTP, and their deletion. */
import { expect } from 'chai';
import { sampleRetentionAnswer } from '../../backend/http/sample-retention.ts';
import { createSampleRetention } from '../../backend/services/sample-retention.ts';
import { auditOf, TESTER } from '../support/audit.ts';
import { signIn } from '../support/person.ts';
import { eventually, expectError, unique, useServer } from './support.ts';

const PATH = '/api/v1/settings/retention/samples';
const DAY = 86_400_000;

describe('The retention of samples', () => {
  const server = useServer();
  const count = async (subject: string): Promise<number> => {
    // SQLite answers at once: what runs beside it must have its turn.
    await new Promise((resolve) => setImmediate(resolve));
    const { metrics } = server().milepost.store;
    const [series] = await metrics.series('default', { subject: [subject] }, 1);
    const id = series?.id ?? '';
    return (await metrics.samples('default', [id], 0, Date.now())).get(id)?.length ?? 0;
  };
  const post = (subject: string, ...days: number[]) =>
    server().client.json('POST', '/api/v1/metrics/webhook', {
      samples: days.map((age) => ({
        ...{ metric: 'm', subject, value: 1 },
        time: new Date(Date.now() - age * DAY).toISOString(),
      })),
    });

  it('is 400 days, is changed by managers, and begins at once', async () => {
    const { client } = await signIn(server().milepost, 'admin');
    const read = await client.get<{ days: number | null }>(PATH);
    expect(sampleRetentionAnswer.parse(read.body)).to.deep.equal(read.body);
    expect(read.body.data).to.deep.equal({ days: 400 });
    const subject = unique('subject');
    await post(subject, 1, 31, 500);
    expect(await count(subject)).to.equal(3);
    expect((await client.json('PUT', PATH, { days: 30 })).body.data).to.deep.equal({ days: 30 });
    await eventually(
      () => count(subject),
      (left) => left === 1,
    );
    const entries = await eventually(
      async () =>
        (await client.get<readonly { action: string; details: object }[]>('/api/v1/audit')).body
          .data,
      (found) => found.some(({ action }) => action === 'retention.deleted'),
    );
    const details = (wanted: string) => entries.find(({ action }) => action === wanted)?.details;
    expect(details('retention.changed')).to.deep.equal({ samples: '30 days' });
    expect(details('retention.deleted')).to.deep.equal({ samples: 2 });
    for (const days of [0, 1.5, '30', 40_000]) {
      expectError(await client.json('PUT', PATH, { days }), 'VALIDATION_ERROR', 'days: must be');
    }
    expect((await client.json('PUT', PATH, { days: null })).body.data).to.deep.equal({
      days: null,
    });
  });

  it('deletes nothing for ever, and stops when it is told to', async () => {
    const { store } = server().milepost;
    const audit = auditOf(store);
    const retention = createSampleRetention({ metrics: store.metrics, audit, clock: Date.now });
    const subject = unique('subject');
    await post(subject, 500, 600);
    await retention.change('default', null, TESTER);
    expect(await retention.run('default')).to.equal(0);
    expect(await count(subject)).to.equal(2);
    await retention.change('default', 550, TESTER);
    expect(await retention.run('default', { mayGoOn: async () => false })).to.equal(1);
    expect(await count(subject)).to.equal(1);
  });
});
