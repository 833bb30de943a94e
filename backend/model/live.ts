/** What travels over Socket.IO, typed once for both ends. */

import type { StoredEvent } from './event.ts';

export const FEED_NAMESPACE = '/feed';

/** A place in the feed, behind the last event that came before it: hand it back to resume. */
export interface FeedPlace {
  readonly cursor: string;
}

export interface ServerToClient {
  /** New events in the order in which they were stored, and the place behind the last of them. */
  events: (events: readonly StoredEvent[], place: FeedPlace) => void;
  /** Sent once a connection: nothing that was missed is outstanding any more. */
  ready: (place: FeedPlace) => void;
  /** Too much was missed to be replayed: load the timeline afresh, then go on from here. */
  reset: (place: FeedPlace) => void;
}

/** Clients only listen; what they want is said in the handshake. */
export type ClientToServer = Record<never, never>;

/** `auth` of the handshake. */
export interface FeedHandshake {
  readonly key: string;
  /** The last cursor that the client has seen, when it comes back. */
  readonly cursor?: string;
}
