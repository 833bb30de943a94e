import { expect } from 'chai';
import {
  applyToConnection,
  type Connection,
  NEW_CONNECTION,
  reportConnection,
  reportRestored,
} from '../../dashboard/connection.ts';
import type { Message } from '../../dashboard/messages.ts';
import { storedEvent } from './events.ts';

const having = (...messages: Message[]): Connection =>
  messages.reduce(applyToConnection, NEW_CONNECTION);
const CONNECTED: Message = { kind: 'connected' };
const ready = (at: number): Message => ({ kind: 'ready', at });
const lost = (at: number): Message => ({ kind: 'disconnected', at });
const events = (count: number): Message => ({
  kind: 'events',
  events: Array.from({ length: count }, (_, minute) => storedEvent(minute)),
  now: 0,
});
const label = (connection: Connection, now: number) => reportConnection(connection, now).label;

describe('the connection indicator', () => {
  it('is only live when nothing is outstanding', () => {
    expect(label(having(), 0)).to.equal('Connecting…');
    expect(label(having(CONNECTED), 0)).to.equal('Connecting…');
    expect(label(having(CONNECTED, ready(1)), 1)).to.equal('Live');
    expect(label(having(CONNECTED, ready(1), lost(2), CONNECTED), 3)).to.equal('Reconnecting…');
  });

  it('says at once that the line is lost, and after a while since when', () => {
    const connection = having(CONNECTED, ready(1), lost(1000), lost(5000));
    expect(label(connection, 1000)).to.equal('Reconnecting…');
    expect(reportConnection(connection, 60_000)).to.deep.equal({
      tone: 'offline',
      label: 'Offline',
      since: 1000,
    });
  });

  it('says the same when the server was never there', () => {
    expect(label(having(lost(1000)), 1500)).to.equal('Reconnecting…');
    expect(label(having(lost(1000)), 9000)).to.equal('Offline');
  });

  it('tells for a while what became of a gap', () => {
    const restored = having(CONNECTED, ready(1), lost(2), CONNECTED, events(3), ready(10));
    expect(reportRestored(restored, 11)).to.equal('Back online, caught up with 3 events');
    expect(reportRestored(restored, 60_000)).to.equal(null);
    const nothing = having(CONNECTED, ready(1), lost(2), CONNECTED, ready(10), events(2));
    expect(reportRestored(nothing, 11)).to.equal('Back online, nothing was missed');
  });

  it('has nothing to tell without a gap', () => {
    expect(reportRestored(having(CONNECTED, ready(1)), 2)).to.equal(null);
  });
});
