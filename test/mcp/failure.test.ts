import { request as httpRequest } from 'node:http';
import { expect } from 'chai';
import { unavailable } from '../../backend/errors.ts';
import { newEvents } from '../support/events.ts';
import { call, type StartOptions, withMilepost } from './support.ts';

describe('MCP tools when something fails', () => {
  it('hide what the database said, and name the line of the log', async () => {
    const options: StartOptions = {
      wrapEvents: (store) => ({
        ...store,
        page: () => Promise.reject(new Error('SQLITE_CORRUPT: /var/lib/secret.db')),
      }),
    };
    await withMilepost([], options, async (running, client) => {
      const { isError, text } = await call(client, 'query_events');
      expect(isError).to.equal(true);
      expect(text).not.to.contain('SQLITE').and.not.to.contain('secret');
      const [failure] = running.log.filter(({ level }) => level === 'error');
      expect(String(failure?.facts['err'])).to.contain('SQLITE_CORRUPT');
      expect(text).to.contain(failure?.facts['requestId']);
    });
  });

  it('say that the store does not answer, and to come back', async () => {
    const options: StartOptions = {
      wrapEvents: (store) => ({
        ...store,
        countValues: () => Promise.reject(unavailable('the store does not answer, try again')),
      }),
    };
    await withMilepost([], options, async (_running, client) => {
      const { isError, text } = await call(client, 'list_event_types');
      expect(isError).to.equal(true);
      expect(text).to.equal('the store does not answer, try again');
    });
  });

  it('write a line for each call, without its arguments', async () => {
    await withMilepost([], {}, async (running, client) => {
      await call(client, 'query_events', { search: 'confidential' });
      await call(client, 'query_events', { limit: 'confidential' });
      const lines = running.log.filter(({ level }) => level === 'info');
      expect(lines.map(({ facts }) => [facts['tool'], facts['failed']])).to.deep.equal([
        ['query_events', false],
        ['query_events', true],
      ]);
      expect(lines[0]?.facts).to.have.keys(
        ...['requestId', 'key', 'tool', 'ms', 'characters', 'failed'],
      );
      expect(JSON.stringify(running.log)).not.to.contain('confidential');
    });
  });
});

describe('an MCP client that goes before its answer', () => {
  it('has nothing more read on its behalf', async () => {
    const { promise: gate, open } = createGate();
    const { promise: reading, open: startReading } = createGate();
    let pages = 0;
    const options: StartOptions = {
      wrapEvents: (store) => ({
        ...store,
        withId: async (...args) => {
          startReading();
          await gate;
          return store.withId(...args);
        },
        page: (...args) => {
          pages += 1;
          return store.page(...args);
        },
      }),
    };
    await withMilepost(newEvents(3), options, async (running) => {
      const request = httpRequest(running.url, {
        method: 'POST',
        headers: {
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          Authorization: `Bearer ${running.key}`,
          'X-Request-Id': 'gone',
        },
      });
      request.on('error', () => undefined);
      const params = { name: 'get_event', arguments: { id: 'event-1' } };
      request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
      await reading;
      request.destroy();
      // The server writes this line when the client's end of the line is closed.
      await running.logged((facts) => facts['requestId'] === 'gone' && 'route' in facts);
      open();
      await running.logged((facts) => facts['tool'] === 'get_event');
      expect(pages).to.equal(0);
      expect(running.log.filter(({ level }) => level === 'error')).to.deep.equal([]);
    });
  });
});

function createGate() {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}
