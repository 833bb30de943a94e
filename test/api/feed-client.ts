/** Clients of the live feed: one as a browser has it, one that never reads. */
import { io, type Socket } from 'socket.io-client';
import type { StoredEvent } from '../../backend/model/event.ts';
import {
  type ClientToServer,
  FEED_NAMESPACE,
  type FeedPlace,
  type ServerToClient,
} from '../../backend/model/live.ts';
import { type Line, openLine } from '../support/http.ts';
import { createWatch } from '../support/watch.ts';

export interface FeedClient {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  /** One entry for each message of events. */
  readonly messages: readonly {
    readonly events: readonly StoredEvent[];
    readonly cursor: string;
  }[];
  readonly resets: readonly string[];
  readonly readies: readonly string[];
  /** Of all messages, in order. */
  ids(): string[];
  /** The last place that the server has told. */
  cursor(): string;
  until(fits: () => boolean): Promise<void>;
  count(events: number): Promise<void>;
  close(): void;
}

export interface FeedOptions {
  readonly auth: Readonly<Record<string, unknown>>;
  readonly transports?: ('polling' | 'websocket')[];
  /** Signs in with the last cursor again when the line was cut. */
  readonly isResuming?: boolean;
  readonly namespace?: string;
  /** Of the handshake, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function createFeedClient(url: string, options: FeedOptions): FeedClient {
  const {
    auth,
    transports = ['websocket'],
    isResuming = false,
    namespace = FEED_NAMESPACE,
    headers = {},
  } = options;
  const messages: { events: readonly StoredEvent[]; cursor: string }[] = [];
  const resets: string[] = [];
  const readies: string[] = [];
  let last = '';
  const socket: FeedClient['socket'] = io(url + namespace, {
    transports,
    forceNew: true,
    extraHeaders: { ...headers },
    reconnection: isResuming,
    reconnectionDelay: 1,
    reconnectionDelayMax: 10,
    auth: (send) => send(isResuming && last !== '' ? { ...auth, cursor: last } : auth),
  });
  const { look, until } = createWatch();
  const note = ({ cursor }: FeedPlace): void => {
    last = cursor;
    look();
  };
  socket.on('events', (events, place) => {
    messages.push({ events, cursor: place.cursor });
    note(place);
  });
  socket.on('ready', (place) => {
    readies.push(place.cursor);
    note(place);
  });
  socket.on('reset', (place) => {
    resets.push(place.cursor);
    note(place);
  });
  const ids = (): string[] => messages.flatMap(({ events }) => events.map(({ id }) => id));
  return {
    socket,
    messages,
    resets,
    readies,
    ids,
    cursor: () => last,
    until,
    count: (events) => until(() => ids().length >= events),
    close: () => void socket.disconnect(),
  };
}

export interface HandshakeError {
  readonly message: string;
  readonly data?: { readonly code?: string };
}

/** Connects and waits for what the server says: an error, or null when it lets in. */
export function handshake(client: FeedClient): Promise<HandshakeError | null> {
  return new Promise((resolve) => {
    client.socket.once('connect', () => resolve(null));
    client.socket.once('connect_error', (error) => resolve(error as HandshakeError));
  });
}

/** A client that follows the feed and, once it has signed in, never reads again. */
export async function openStuckClient(port: number, key: string): Promise<Line> {
  const line = await openLine(port);
  line.socket.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\n' +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await line.until((text) => text.includes('"sid"'));
  line.socket.write(textFrame(`40${FEED_NAMESPACE},${JSON.stringify({ key })}`));
  await line.until((text) => text.includes('"ready"'));
  line.socket.pause();
  return line;
}

/** A text frame of a websocket client, below 64 KiB; masked with zeros, which changes nothing. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length = Buffer.of(0x80 | 126, payload.length >> 8, payload.length & 0xff);
  return Buffer.concat([Buffer.of(0x81), length, Buffer.alloc(4), payload]);
}
