/** The live feed: a socket that becomes messages. It comes back by itself and hands its place back. */
import { io, type Socket } from 'socket.io-client';
import { type ClientToServer, FEED_NAMESPACE, type ServerToClient } from '../backend/model/live.ts';
import { createEventBuffer } from './event-buffer.ts';
import type { Message } from './messages.ts';

export interface LiveListeners {
  readonly dispatch: (message: Message) => void;
  /** Every connection: `isResumed` when nothing can have been missed in between. */
  readonly onReady: (isResumed: boolean) => void;
  /** More was missed than is replayed: the list has to be loaded afresh. */
  readonly onReset: () => void;
  /** The key or the session is not accepted any more; the server says why. */
  readonly onRefused: (reason: string) => void;
}

export interface Live {
  close(): void;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8000;
/** Far longer than the server stays silent, which pings every 10 s. */
const SILENCE_MS = 50_000;
const WATCH_MS = 5000;

type FeedSocket = Socket<ServerToClient, ClientToServer>;

/** `key` undefined: the cookie of a session says who listens. */
export function connectLive(key: string | undefined, listeners: LiveListeners): Live {
  const { dispatch } = listeners;
  let cursor: string | undefined;
  let isLoaded = false;
  const socket: FeedSocket = io(FEED_NAMESPACE, {
    transports: ['websocket'],
    reconnectionDelay: 300,
    reconnectionDelayMax: 5000,
    auth: (give) => give({ ...(key && { key }), ...(cursor && { cursor }) }),
  });
  const buffer = createEventBuffer((events) =>
    dispatch({ kind: 'events', events, now: Date.now() }),
  );
  const retries = createRetries(() => socket.connect());
  const stopWatching = watchSilence(socket);

  socket.on('connect', () => dispatch({ kind: 'connected' }));
  socket.on('events', (events, place) => {
    cursor = place.cursor;
    buffer.add(events);
  });
  socket.on('ready', (place) => {
    cursor = place.cursor;
    buffer.flush();
    retries.reset();
    dispatch({ kind: 'ready', at: Date.now() });
    listeners.onReady(isLoaded);
    isLoaded = true;
  });
  socket.on('reset', (place) => {
    cursor = place.cursor;
    buffer.clear();
    listeners.onReset();
  });
  socket.on('disconnect', (reason) => {
    buffer.flush();
    dispatch({ kind: 'disconnected', at: Date.now() });
    // A server that says goodbye is not called again by the library.
    if (reason === 'io server disconnect') retries.next();
  });
  socket.on('connect_error', (error) => {
    dispatch({ kind: 'disconnected', at: Date.now() });
    if (socket.active) return;
    const { code } = (error as { data?: { code?: string } }).data ?? {};
    if (code === 'UNAUTHORIZED') listeners.onRefused(error.message);
    else retries.next();
  });

  return {
    close: () => {
      stopWatching();
      buffer.clear();
      retries.reset();
      socket.disconnect();
    },
  };
}

/** Attempts further and further apart. */
function createRetries(attempt: () => void) {
  let timer: number | undefined;
  let wait = FIRST_RETRY_MS;
  return {
    next: () => {
      clearTimeout(timer);
      timer = window.setTimeout(attempt, wait);
      wait = Math.min(LAST_RETRY_MS, wait * 2);
    },
    reset: () => {
      clearTimeout(timer);
      wait = FIRST_RETRY_MS;
    },
  };
}

/** A machine that slept, or lost its network without a word, must not look live. */
function watchSilence(socket: FeedSocket): () => void {
  let heardAt = Date.now();
  const hear = () => {
    heardAt = Date.now();
  };
  const drop = () => socket.io.engine?.close();
  socket.on('connect', hear);
  socket.io.on('ping', hear);
  const watching = setInterval(() => {
    if (socket.connected && Date.now() - heardAt > SILENCE_MS) drop();
  }, WATCH_MS);
  addEventListener('offline', drop);
  return () => {
    clearInterval(watching);
    removeEventListener('offline', drop);
  };
}
