/** The official JavaScript SDK of CloudEvents, as its users have it. */
import { expect } from 'chai';
import { CloudEvent, emitterFor, HTTP, httpTransport, type Message, Mode } from 'cloudevents';
import type { StoredEvent } from '../../backend/model/event.ts';
import { EVENTS } from '../support/http.ts';
import { unique, useServer } from './support.ts';

function newEvent(source: string): CloudEvent<Record<string, unknown>> {
  return new CloudEvent({
    type: 'deployment',
    source,
    time: '2025-01-15T12:30:00.123Z',
    subject: 'production',
    data: { description: 'as planned, für Größe 😀' },
    severity: 'MAJOR',
    version: '1.2.3',
    region: 'eu',
    note: 'Größe 100% "quoted"',
  });
}

describe('The CloudEvents SDK', () => {
  const server = useServer();

  for (const mode of [Mode.BINARY, Mode.STRUCTURED]) {
    const store = async (send: (message: Message) => Promise<unknown>) => {
      const event = newEvent(unique(`//github.com/acme/${mode}`));
      const emit = emitterFor(send as Parameters<typeof emitterFor>[0], { mode });
      await emit(event);
      const { body } = await server().client.list({ source: event.source });
      expect(body.data).to.have.length(1);
      const [stored] = body.data;
      expect(stored).to.deep.include({
        id: event.id,
        type: event.type,
        source: event.source,
        time: '2025-01-15T12:30:00.123Z',
        subject: 'production',
        severity: 'MAJOR',
        version: '1.2.3',
        data: event.data,
        region: 'eu',
      });
    };
    const authorization = () => ({ Authorization: `Bearer ${server().milepost.key}` });

    it(`records with its own transport, ${mode}`, async () => {
      const transport = httpTransport(server().milepost.url + EVENTS);
      await store((message) => transport(message, { headers: authorization() }));
    });

    it(`records with fetch, ${mode}`, async () => {
      await store(async ({ headers, body }) => {
        const response = await fetch(server().milepost.url + EVENTS, {
          method: 'POST',
          headers: { ...(headers as Record<string, string>), ...authorization() },
          body: String(body),
        });
        expect(response.status, await response.text()).to.equal(201);
      });
    });
  }

  it('has its Latin-1 letters kept, which it writes into headers as they are', async () => {
    const source = unique('source');
    const { headers, body } = HTTP.binary(newEvent(source));
    const answer = await server().client.send<StoredEvent>('POST', EVENTS, {
      headers: headers as Record<string, string>,
      body: String(body),
    });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body.data).to.include({ source, note: 'Größe 100% "quoted"' });
  });

  it('reads an event that the timeline gives back', async () => {
    const { client } = server();
    const source = unique('source');
    const message = HTTP.structured(newEvent(source));
    await client.postText(String(message.body), 'application/cloudevents+json');
    const { body } = await client.list({ source });
    const read = HTTP.toEvent({
      headers: { 'content-type': 'application/cloudevents+json' },
      body: JSON.stringify(body.data[0]),
    });
    expect(read).to.include({ source, type: 'deployment' });
  });
});
