/** Two organizations see nothing of each other: contract 1, 4 and 7. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { type Client, EVENTS } from '../support/http.ts';
import { openStream } from './sse.ts';
import { expectError, sample, useServer } from './support.ts';

const IDENTITY = { id: 'same-id', source: 'same-source', subject: 'production' };

describe('Two organizations', () => {
  const server = useServer();
  let ours: Client;
  let theirs: Client;
  before(async () => {
    const { client, milepost } = server();
    ours = client;
    theirs = client.as(await milepost.newOrganization('theirs'));
    const secret = { type: 'secret-type', source: 'secret-source', subject: 'secret-subject' };
    expect((await ours.post(sample({ ...IDENTITY, version: 'ours' }))).status).to.equal(201);
    await ours.batch([
      sample({ ...secret, id: 'secret-id', version: 'secret-version' }),
      sample({ type: 'deployment', source: 'secret-source', severity: 'CRITICAL' }),
    ]);
  });

  it('may have the same id and source, and neither replay nor conflict', async () => {
    const first = await theirs.post(sample({ ...IDENTITY, version: 'theirs' }));
    expect(first.status).to.equal(201);
    expect((await theirs.post(sample({ ...IDENTITY, version: 'theirs' }))).status).to.equal(200);
    const path = `${EVENTS}/same-id?source=same-source`;
    const [our, their] = [await ours.get<StoredEvent>(path), await theirs.get<StoredEvent>(path)];
    expect([our.body.data.version, their.body.data.version]).to.deep.equal(['ours', 'theirs']);
  });

  const READS = [
    EVENTS,
    `${EVENTS}?search=secret`,
    `${EVENTS}?id=secret-id`,
    `${EVENTS}?source=secret-source&source=other`,
    `${EVENTS}?type=secret-type`,
    `${EVENTS}/summary`,
    `${EVENTS}/summary?by=source`,
    `${EVENTS}/summary?by=severity&bucket=1d`,
    `${EVENTS}/facets`,
    `${EVENTS}/export`,
    `${EVENTS}/export?format=csv`,
    '/api/v1/state',
    '/api/v1/state?source=secret-source',
    '/api/v1/whoami',
  ];
  for (const path of READS) {
    it(`see nothing of the other at ${path}`, async () => {
      const answer = await theirs.get(path);
      expect(answer.status).to.equal(200);
      expect(answer.text).to.not.match(/secret|CRITICAL|"ours"|default/);
      expect(answer.headers.get('x-request-id')).to.be.a('string');
    });
  }

  it('count only their own', async () => {
    const { body } = await theirs.get<{ total: number }>(`${EVENTS}/summary`);
    const list = await theirs.list();
    expect(body.data.total).to.equal(list.body.data.length);
  });

  it('cannot tell an event of the other from none', async () => {
    for (const end of ['', '?source=secret-source', '?source=nothing']) {
      const hidden = await theirs.get(`${EVENTS}/secret-id${end}`);
      const none = await theirs.get(`${EVENTS}/no-such-id${end}`);
      expectError(hidden, 'NOT_FOUND');
      expect(hidden.body).to.deep.equal({
        ...none.body,
        error: none.body.error.replace('no-such-id', 'secret-id'),
      });
    }
  });

  it('find one event where the other has more with that id', async () => {
    await ours.batch([
      sample({ id: 'shared', source: 'a' }),
      sample({ id: 'shared', source: 'b' }),
    ]);
    await theirs.post(sample({ id: 'shared', source: 'c' }));
    const { status, body } = await theirs.get<StoredEvent>(`${EVENTS}/shared`);
    expect(status).to.equal(200);
    expect(body.data.source).to.equal('c');
  });

  it('hear nothing of the other in the stream, also when it resumes', async () => {
    const streams = [await openStream(theirs), await openStream(theirs, {}, '0')];
    await ours.batch([sample(), sample({ type: 'secret-type' })]);
    const { body } = await theirs.post(sample({ id: 'the-end' }));
    for (const stream of streams) {
      await stream.until(() => stream.events().some(({ id }) => id === 'the-end'));
      expect(JSON.stringify(stream.messages)).to.not.match(/secret|"ours"/);
      stream.close();
    }
    expect(streams[0]?.events()).to.deep.equal([body.data]);
  });

  it('page through their own alone', async () => {
    const first = await theirs.list({ limit: 1, order: 'asc' });
    const cursor = String(first.body.page.nextCursor);
    const rest = await theirs.list({ limit: 100, order: 'asc', cursor });
    expect(rest.text).to.not.match(/secret|"ours"/);
    expectError(await ours.list({ limit: 1, order: 'asc', cursor }), 'VALIDATION_ERROR');
  });
});
