/** What is known about the line to the server, and how it is said. Pure. */
import type { Message } from './messages.ts';

export interface Connection {
  /** `catching-up`: the line stands, and what was missed is still coming. */
  readonly phase: 'connecting' | 'catching-up' | 'live' | 'lost';
  /** Since when the line is lost, ms since the Unix epoch. */
  readonly lostAt: number | null;
  /** Events that were missed and have come since. */
  readonly missed: number;
  /** When the line came back last, ms; null while it was never lost. */
  readonly restoredAt: number | null;
}

export interface ConnectionReport {
  readonly tone: 'live' | 'waiting' | 'offline';
  readonly label: 'Connecting…' | 'Live' | 'Reconnecting…' | 'Offline';
  /** `Offline since`, ms. */
  readonly since: number | null;
}

export const NEW_CONNECTION: Connection = {
  phase: 'connecting',
  lostAt: null,
  missed: 0,
  restoredAt: null,
};

/** A line that is away for longer is called offline, ms. */
const OFFLINE_AFTER_MS = 6000;
/** How long it is told that the line is back, ms. */
const RESTORED_MS = 8000;

export function applyToConnection(connection: Connection, message: Message): Connection {
  switch (message.kind) {
    case 'connected':
      return { ...connection, phase: 'catching-up', missed: 0 };
    case 'events':
      if (connection.phase !== 'catching-up') return connection;
      return { ...connection, missed: connection.missed + message.events.length };
    case 'ready': {
      const restoredAt = connection.lostAt === null ? connection.restoredAt : message.at;
      return { ...connection, phase: 'live', lostAt: null, restoredAt };
    }
    case 'disconnected':
      return { ...connection, phase: 'lost', lostAt: connection.lostAt ?? message.at };
    default:
      return connection;
  }
}

/** `now` in ms. */
export function reportConnection(connection: Connection, now: number): ConnectionReport {
  const { phase, lostAt } = connection;
  if (phase === 'live') return { tone: 'live', label: 'Live', since: null };
  if (lostAt === null) return { tone: 'waiting', label: 'Connecting…', since: null };
  if (phase === 'lost' && now - lostAt >= OFFLINE_AFTER_MS) {
    return { tone: 'offline', label: 'Offline', since: lostAt };
  }
  return { tone: 'waiting', label: 'Reconnecting…', since: null };
}

/** What to say for a while after a gap; null when there is nothing to say. `now` in ms. */
export function reportRestored(connection: Connection, now: number): string | null {
  const { phase, restoredAt, missed } = connection;
  if (phase !== 'live' || restoredAt === null || now - restoredAt > RESTORED_MS) return null;
  if (missed === 0) return 'Back online, nothing was missed';
  return `Back online, caught up with ${missed} ${missed === 1 ? 'event' : 'events'}`;
}
