/** GET /api/v1/events/{id}: contract 4. */
import { expect } from 'chai';
import type { StoredEvent } from '../../backend/model/event.ts';
import { EVENTS } from '../support/http.ts';
import { expectError, sample, unique, useServer } from './support.ts';

describe('One event', () => {
  const server = useServer();
  const path = (id: string, source?: string) =>
    `${EVENTS}/${encodeURIComponent(id)}${source === undefined ? '' : `?source=${encodeURIComponent(source)}`}`;

  it('is found by its id, with and without its source', async () => {
    const { client } = server();
    const { body } = await client.post(sample());
    const { id, source } = body.data;
    for (const one of [path(id), path(id, source), `${path(id)}?source=`, `${path(id)}/`]) {
      const answer = await client.get<StoredEvent>(one);
      expect(answer.status, one).to.equal(200);
      expect(answer.body).to.deep.equal({ success: true, data: body.data });
    }
  });

  it('needs its source where several share the id: a 400 that says so', async () => {
    const { client } = server();
    const id = unique('shared');
    const events = [sample({ id }), sample({ id })];
    await client.batch(events);
    const answer = await client.get(path(id));
    expectError(answer, 'VALIDATION_ERROR', /^source: .*several/);
    for (const event of events) {
      const source = String(event['source']);
      expect(answer.body.error).to.include(source);
      const found = await client.get<StoredEvent>(path(id, source));
      expect(found.body.data.source).to.equal(source);
    }
  });

  it('is a 404 when there is none', async () => {
    const { client } = server();
    const { body } = await client.post(sample());
    expectError(await client.get(path('no-such-id')), 'NOT_FOUND');
    expectError(await client.get(path(body.data.id, 'no-such-source')), 'NOT_FOUND');
    expectError(await client.get(path(body.data.id.toUpperCase())), 'NOT_FOUND');
    expectError(await client.get(path(`${body.data.id} `)), 'NOT_FOUND');
    expectError(await client.get(path('x'.repeat(300))), 'NOT_FOUND');
  });

  for (const end of ['%', '%zz', '%ff', '%E0%A4%A', '%00', 'a%2', '..%2f..%2fetc%2fpasswd']) {
    it(`is never a failure inside: ${end}`, async () => {
      const answer = await server().client.get(`${EVENTS}/${end}`);
      expectError(answer, answer.status === 404 ? 'NOT_FOUND' : 'VALIDATION_ERROR');
    });
  }

  it('is not found below its own path', async () => {
    const { client } = server();
    const { body } = await client.post(sample());
    expectError(await client.get(`${path(body.data.id)}/more`), 'NOT_FOUND');
  });

  it('may not be asked for with two sources', async () => {
    const answer = await server().client.get(`${EVENTS}/x?source=a&source=b`);
    expectError(answer, 'VALIDATION_ERROR', /^source: /);
  });
});
