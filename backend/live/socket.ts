import type { Server as HttpServer } from 'node:http';
import { type Namespace, Server, type Socket } from 'socket.io';
import { MilepostError } from '../errors.ts';
import type { Log } from '../log.ts';
import { toStoredEvent } from '../model/event.ts';
import type { Principal } from '../model/key.ts';
import { type ClientToServer, FEED_NAMESPACE, type ServerToClient } from '../model/live.ts';
import type { Gate } from '../services/authenticator.ts';
import { crossSite } from '../services/callers.ts';
import { type Delivery, type Feed, parsePosition } from '../services/feed.ts';
import { createRooms, type Room } from './rooms.ts';

interface SocketData {
  principal: Principal;
  /** Looks again who it is. */
  identify: () => Promise<Principal>;
  /** Packets that wait for the client to read. */
  waiting: number;
}

type NoEvents = Record<never, never>;
type FeedSocket = Socket<ClientToServer, ServerToClient, NoEvents, SocketData>;
type FeedNamespace = Namespace<ClientToServer, ServerToClient, NoEvents, SocketData>;

/** Who missed more than this loads the timeline afresh, which is quicker. */
const REPLAY_LIMIT = 10_000;
/** Messages that may wait for one slow client: about ten seconds of a storm. */
const MAX_WAITING = 200;
/** How often the keys of connected clients are looked at again: revocation must end them too. */
const RECHECK_MS = 2500;
/** A line that died without a word is noticed after both, ms. */
const PING_INTERVAL_MS = 10_000;
const PING_TIMEOUT_MS = 5000;

export interface LiveDoor {
  close(): Promise<void>;
}

export interface LiveDependencies {
  readonly feed: Feed;
  readonly gate: Gate;
  readonly onClients: (change: 1 | -1) => void;
  readonly log: Log;
}

/** The live feed over Socket.IO: sign in by key, catch up from a cursor, then follow. */
export function attachLive(server: HttpServer, dependencies: LiveDependencies): LiveDoor {
  const { feed, gate, onClients, log } = dependencies;
  const io = new Server(server, {
    cors: { origin: '*' },
    serveClient: false,
    // Requests beside its path are for others: they are answered, not cut.
    destroyUpgrade: false,
    maxHttpBufferSize: 16_384,
    perMessageDeflate: false,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
  });
  const namespace: FeedNamespace = io.of(FEED_NAMESPACE);
  const rooms = createRooms(feed, {
    deliver: (organization, delivery) => {
      dropSlow(namespace, organization, log);
      namespace.to(organization).emit('events', ...toMessage(delivery));
    },
    reset: (organization, position) => {
      namespace.to(organization).emit('reset', { cursor: String(position) });
    },
  });

  namespace.use((socket, next) => {
    signIn(socket, gate).then(
      () => next(),
      (error: unknown) => next(toHandshakeError(error, log)),
    );
  });
  namespace.on('connection', (socket) => {
    onClients(1);
    watchBacklog(socket);
    const room = rooms.enter(socket.data.principal.organization);
    socket.on('disconnect', () => {
      onClients(-1);
      room.leave();
    });
    follow(socket, room, feed).catch((error: unknown) => {
      log.error({ err: error }, 'a live client could not be served');
      socket.disconnect(true);
    });
  });

  const recheck = setInterval(() => void dropRevoked(namespace), RECHECK_MS);
  recheck.unref();
  return {
    close: async () => {
      clearInterval(recheck);
      // The line, not the namespace: clients that are disconnected from that do not come back.
      io.engine.close();
    },
  };
}

async function signIn(socket: FeedSocket, gate: Gate): Promise<void> {
  const identify = identifierOf(socket, gate);
  socket.data.principal = await identify();
  socket.data.identify = identify;
}

/** By key, else by the session cookie, which a page of another site must not make use of. */
function identifierOf(socket: FeedSocket, gate: Gate): () => Promise<Principal> {
  const { authenticator, callers } = gate;
  const secret: unknown = socket.handshake.auth['key'];
  const { headers } = socket.request;
  const byKey = () => authenticator.authenticate(typeof secret === 'string' ? secret : '');
  if ((secret ?? null) !== null || headers.cookie === undefined) return byKey;
  const caller = callers.of(socket.request);
  return async () => {
    const principal = await authenticator.authenticateSession(caller);
    if (principal === null) return byKey();
    if (!callers.isOwn(headers)) throw crossSite();
    return principal;
  };
}

/** `connect_error` carries the code in `data`, as the envelope of HTTP does. */
function toHandshakeError(error: unknown, log: Log): Error {
  if (!(error instanceof MilepostError)) log.error({ err: error }, 'a handshake failed');
  const known =
    error instanceof MilepostError ? error : new MilepostError('INTERNAL_ERROR', 'internal error');
  return Object.assign(new Error(known.message), { data: { code: known.code } });
}

/** Sends what was missed, then joins: between the last look and the join nothing can happen. */
async function follow(socket: FeedSocket, room: Room, feed: Feed): Promise<void> {
  await room.ready;
  const { organization } = socket.data.principal;
  let position = await startOf(socket, room, feed);
  while (position < room.position() && socket.connected) {
    // What lies behind the room's position, its members are about to get: only up to there.
    const until = room.position();
    const delivery =
      until - position > REPLAY_LIMIT ? 'expired' : await feed.read(organization, position, until);
    if (delivery === 'expired') {
      position = reset(socket, room.position());
    } else {
      position = delivery.position;
      if (delivery.entries.length > 0) socket.emit('events', ...toMessage(delivery));
    }
  }
  if (!socket.connected) return;
  void socket.join(organization);
  socket.emit('ready', { cursor: String(position) });
}

/** Where a client goes on; one whose cursor says nothing about this feed has to load afresh. */
async function startOf(socket: FeedSocket, room: Room, feed: Feed): Promise<number> {
  const cursor: unknown = socket.handshake.auth['cursor'];
  if (cursor === undefined || cursor === null) return room.position();
  const position = typeof cursor === 'string' ? parsePosition(cursor) : undefined;
  if (position === undefined) return reset(socket, room.position());
  if (position <= room.position()) return position;
  // The room may be behind; beyond the head, the database was restored or emptied since.
  return position <= (await feed.head()) ? position : reset(socket, room.position());
}

function reset(socket: FeedSocket, position: number): number {
  socket.emit('reset', { cursor: String(position) });
  return position;
}

function toMessage({ entries, position }: Delivery): Parameters<ServerToClient['events']> {
  return [entries.map((entry) => toStoredEvent(entry.event)), { cursor: String(position) }];
}

function watchBacklog(socket: FeedSocket): void {
  socket.data.waiting = 0;
  socket.conn.on('packetCreate', () => {
    socket.data.waiting += 1;
  });
  socket.conn.on('drain', () => {
    socket.data.waiting = 0;
  });
}

/** A client that does not read is sent away; it may come back with its cursor and lose nothing. */
function dropSlow(namespace: FeedNamespace, organization: string, log: Log): void {
  for (const id of namespace.adapter.rooms.get(organization) ?? []) {
    const socket = namespace.sockets.get(id);
    if (socket === undefined || socket.data.waiting <= MAX_WAITING) continue;
    log.warn({ socket: id }, 'a live client reads too slowly and was disconnected');
    socket.conn.close(true);
  }
}

async function dropRevoked(namespace: FeedNamespace): Promise<void> {
  for (const socket of [...namespace.sockets.values()]) {
    try {
      await socket.data.identify();
    } catch (error) {
      // When the store does not answer, nobody is sent away for it.
      if (error instanceof MilepostError && error.code === 'UNAUTHORIZED') socket.disconnect(true);
    }
  }
}
