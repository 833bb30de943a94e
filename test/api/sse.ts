/** A reader of Server-Sent Events, for tests. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { StoredEvent } from '../../backend/model/event.ts';
import { type Client, EVENTS, type Query, toQuery } from '../support/http.ts';
import { createWatch } from '../support/watch.ts';

export interface Message {
  readonly id: string | undefined;
  /** `message` when the stream does not say. */
  readonly event: string;
  readonly data: string;
}

export interface EventStream {
  readonly headers: IncomingMessage['headers'];
  readonly messages: readonly Message[];
  /** Lines that begin with a colon. */
  readonly comments: readonly string[];
  /** What a client would come back with, by the last block, with an event in it or without. */
  lastEventId(): string | undefined;
  /** The events of the messages, in their order. */
  events(): StoredEvent[];
  /** Resolves as soon as there are so many messages, with all of them. */
  count(messages: number): Promise<readonly Message[]>;
  until(fits: () => boolean): Promise<void>;
  /** Resolves when the stream has ended, from either side. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a stream on a line of its own; rejects when the answer is none. Whoever calls closes it. */
export async function openStream(
  client: Client,
  query: Query = {},
  lastEventId?: string,
): Promise<EventStream> {
  const sent = request(`${client.url}${EVENTS}/stream${toQuery(query)}`, {
    agent: false,
    headers: {
      ...(client.key === undefined ? {} : { Authorization: `Bearer ${client.key}` }),
      ...client.always,
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
  });
  sent.on('error', () => {});
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the stream is a ${response.statusCode}`);

  const messages: Message[] = [];
  const comments: string[] = [];
  let place = lastEventId;
  const { look, until } = createWatch();
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      place = readBlock(block, messages, comments) ?? place;
    }
    look();
  });
  response.on('error', () => {});
  return {
    headers: response.headers,
    messages,
    comments,
    lastEventId: () => place,
    events: () => messages.map(({ data }) => JSON.parse(data) as StoredEvent),
    until,
    count: async (wanted) => {
      await until(() => messages.length >= wanted);
      return messages;
    },
    ended: new Promise((resolve) => response.on('close', resolve)),
    close: () => sent.destroy(),
  };
}

/** The id that it names. */
function readBlock(block: string, messages: Message[], comments: string[]): string | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) comments.push(line.slice(1).trim());
    else fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''));
  }
  const data = fields.get('data');
  const id = fields.get('id');
  if (data !== undefined) messages.push({ id, event: fields.get('event') ?? 'message', data });
  return id;
}
