import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidField, MilepostError } from '../errors.ts';
import { toStoredEvent } from '../model/event.ts';
import { type EventFilter, matches } from '../model/query.ts';
import type { Gate } from '../services/authenticator.ts';
import { type Delivery, type Feed, parsePosition, type Subscription } from '../services/feed.ts';
import type { FeedEntry } from '../store/port.ts';
import { authorize } from './auth.ts';
import { drained } from './drained.ts';
import { CORS_HEADERS } from './respond.ts';

const HEARTBEAT_MS = 15_000;
/** How often the key of an open stream is looked at again: revocation must end it too. */
const RECHECK_MS = 2500;
/** What may wait for a slow reader, bytes; from there on it is served from the store again. */
const MAX_WAITING = 1024 * 1024;

export interface EventStreams {
  /** Answers with Server-Sent Events until the client leaves, its key ends or the server drains. */
  open(
    req: IncomingMessage,
    res: ServerResponse,
    organization: string,
    filter: EventFilter,
  ): Promise<void>;
  /** Ends every stream; clients come back with their Last-Event-ID. */
  close(): void;
}

export interface EventStreamsDependencies {
  readonly feed: Feed;
  readonly gate: Gate;
  readonly onClients: (change: 1 | -1) => void;
  readonly onError: (error: unknown) => void;
}

export function createEventStreams(dependencies: EventStreamsDependencies): EventStreams {
  const { feed, gate, onClients, onError } = dependencies;
  const streams = new Set<ServerResponse>();
  return {
    open: async (req, res, organization, filter) => {
      const lastEventId = readLastEventId(req);
      const head = await feed.head();
      const start = lastEventId ?? head;
      res.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
        ...CORS_HEADERS,
      });
      if (req.method === 'HEAD') {
        res.end();
        return;
      }
      // The id before any event: whoever is cut off until the first one has a place to come back to.
      res.write(`id: ${start}\nretry: 2000\n: connected\n\n`);
      const reader = createReader(feed, res, organization, filter, start, onError);
      const heartbeat = setInterval(() => res.write(': still here\n\n'), HEARTBEAT_MS);
      const recheck = setInterval(() => void endWhenRevoked(req, res, gate), RECHECK_MS);
      streams.add(res);
      onClients(1);
      res.on('close', () => {
        clearInterval(heartbeat);
        clearInterval(recheck);
        reader.stop();
        streams.delete(res);
        onClients(-1);
      });
      // Beyond the head: the database was restored or emptied since, the reader has to know.
      if (start > head) reader.reset(head);
      await reader.start();
    },
    close: () => {
      for (const res of streams) res.end();
    },
  };
}

async function endWhenRevoked(
  req: IncomingMessage,
  res: ServerResponse,
  gate: Gate,
): Promise<void> {
  try {
    await authorize(req, gate, 'READ_ONLY');
  } catch (error) {
    if (error instanceof MilepostError && error.code === 'UNAUTHORIZED') res.end();
  }
}

function readLastEventId(req: IncomingMessage): number | undefined {
  const header = req.headers['last-event-id'];
  if (header === undefined || header === '') return undefined;
  const position = typeof header === 'string' ? parsePosition(header) : undefined;
  if (position === undefined) {
    throw invalidField('Last-Event-ID', 'is not an id of this stream');
  }
  return position;
}

/** Pulls from the store while it is behind, follows the feed once it has caught up. */
function createReader(
  feed: Feed,
  res: ServerResponse,
  organization: string,
  filter: EventFilter,
  start: number,
  onError: (error: unknown) => void,
) {
  let position = start;
  let isBehind = true;
  let subscription: Subscription | undefined;

  const send = (delivery: Delivery): void => {
    const messages = delivery.entries
      .filter((entry) => entry.position > position && matches(entry.event, filter))
      .map(toMessage);
    position = Math.max(position, delivery.position);
    if (messages.length > 0) res.write(messages.join(''));
  };

  const reset = (head: number): void => {
    position = head;
    res.write(`event: reset\nid: ${head}\ndata: {}\n\n`);
  };

  const catchUp = async (followed: Subscription): Promise<void> => {
    try {
      while (!res.closed) {
        if (res.writableLength > MAX_WAITING) await drained(res);
        if (position >= followed.position) {
          isBehind = false;
          return;
        }
        const delivery = await feed.read(organization, position);
        if (delivery === 'expired') reset(await feed.head());
        else send(delivery);
      }
    } catch (error) {
      onError(error);
      res.end();
    }
  };

  const deliver = (delivery: Delivery): void => {
    if (isBehind || subscription === undefined) return;
    isBehind = res.writableLength > MAX_WAITING;
    if (isBehind) void catchUp(subscription);
    else send(delivery);
  };

  return {
    reset,
    start: async () => {
      subscription = await feed.subscribe(organization, { deliver, reset });
      if (res.closed) subscription.stop();
      await catchUp(subscription);
    },
    stop: () => subscription?.stop(),
  };
}

function toMessage({ position, event }: FeedEntry): string {
  return `id: ${position}\ndata: ${JSON.stringify(toStoredEvent(event))}\n\n`;
}
