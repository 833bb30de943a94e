// @ts-check
/** The load generator, in its own process: options as JSON on stdin, the result as JSON on stdout. */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { bodies, ...options } = JSON.parse(await text(process.stdin));
const requests = bodies.map((/** @type {string} */ body) => ({ body }));
const result = await autocannon({ ...options, method: 'POST', requests });
process.stdout.write(
  JSON.stringify({
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx + result.errors,
  }),
);
