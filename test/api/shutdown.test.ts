/** A server that drains: contract 1 and 9. */
import { expect } from 'chai';
import { createClient, EVENTS, openLine, rawRequest, readAnswers } from '../support/http.ts';
import { startMilepost } from '../support/milepost.ts';
import { expectError, sample } from './support.ts';

function post(key: string, body: string): string {
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  return rawRequest(`POST ${EVENTS}`, headers, body)
    .toString()
    .replace('Connection: close\r\n', '');
}

describe('A server that stops', () => {
  it('finishes what is in flight, answers what is new with 503, and then is gone', async () => {
    const milepost = await startMilepost();
    const body = JSON.stringify(sample());
    const whole = post(milepost.key, body);
    const inFlight = await openLine(milepost.port);
    inFlight.socket.write(whole.slice(0, -10));
    const fresh = await openLine(milepost.port);
    // On one more line, so that the server has surely read what came before it.
    await createClient(milepost.url, milepost.key).get('/healthz');
    const closed = milepost.close();
    fresh.socket.write(post(milepost.key, JSON.stringify(sample())));
    const [refused] = readAnswers(await fresh.closed);
    expect(refused, 'an answer').to.not.equal(undefined);
    if (refused !== undefined) {
      expectError(refused, 'UNAVAILABLE');
      expect(refused.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    }
    inFlight.socket.write(whole.slice(-10));
    const [finished] = readAnswers(await inFlight.closed);
    expect(finished?.status).to.equal(201);
    await closed;
    const error = await fetch(`${milepost.url}/healthz`).catch((reason: unknown) => reason);
    expect(error).to.be.an('error');
  });

  for (const [what, bytes] of Object.entries({
    'that is silent': '',
    'that stopped in the middle of a header': 'GET /healthz HTTP/1.1\r\nHos',
    'that is kept alive': 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
  })) {
    it(`is not held up by a line ${what}`, async () => {
      const milepost = await startMilepost();
      const line = await openLine(milepost.port);
      line.socket.write(bytes);
      if (what.endsWith('alive')) await line.until((text) => text.includes('"ok"'));
      else await createClient(milepost.url, milepost.key).get('/healthz');
      const closed = milepost.close().then(() => 'closed');
      const late = new Promise((resolve) => setTimeout(() => resolve('still open'), 1500));
      const outcome = await Promise.race([closed, late]);
      line.socket.destroy();
      await closed;
      expect(outcome).to.equal('closed');
    });
  }
});
