/** What `milepost doctor` learns from the server, one request each. */
import { TLSSocket } from 'node:tls';
import type { JsonObject } from '../../backend/model/event.ts';
import { isObject, parseObject } from '../ci/payload.ts';
import { explainFailure, type Failure } from '../failure.ts';
import { explain } from '../send.ts';
import type { Target } from '../target.ts';
import { type HttpResponse, readBody } from '../transport.ts';
import { getRequest } from './ask.ts';
import { down, type Finding, misconfigured, ok, skipped, warning } from './finding.ts';
import type { Terminal } from './terminal.ts';

const CLOCK_MS = 30_000;
const CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;

interface Exchange {
  readonly response: HttpResponse;
  readonly socket: unknown;
  /** Local time in the middle of it, ms. */
  readonly at: number;
  readonly ms: number;
}

/** Everything that needs an answer; `hasKey`: else the key cannot be asked about. */
export async function checkServer(
  target: Target,
  hasKey: boolean,
  terminal: Terminal,
  timeoutMs: number,
): Promise<Finding[]> {
  // The key goes to what has turned out to be Milepost, and nowhere else.
  const keyless = { ...target, key: 'none' };
  const get = (path: string) => attempt(path, keyless, terminal, timeoutMs);
  const health = await get('/healthz');
  if ('reason' in health) {
    const { reason, isPermanent } = health;
    return isPermanent
      ? [misconfigured('connection', reason)]
      : [down('connection', reason, 'is Milepost running, and may this machine reach it?')];
  }
  const findings = [
    ok('connection', `answered in ${Math.round(health.ms)} ms`),
    checkTls(target, health, terminal.delivery.clock()),
  ];
  const identity = checkIdentity(health.response, target);
  if (identity.level === 'problem') return [...findings, identity];
  findings.push(identity, checkVersion(health.response, terminal.version()), checkClock(health));
  findings.push(checkReady(await get('/readyz')));
  findings.push(
    hasKey
      ? checkKey(await attempt('/api/v1/whoami', target, terminal, timeoutMs), target)
      : skipped('key', 'there is none to check'),
  );
  return findings;
}

async function attempt(
  path: string,
  target: Target,
  { stream, delivery: { clock } }: Terminal,
  timeoutMs: number,
): Promise<Exchange | Failure> {
  const signal = AbortSignal.timeout(timeoutMs);
  const start = clock();
  try {
    const { status, headers, body } = await stream(
      getRequest(path, new URLSearchParams(), target),
      signal,
    );
    const { socket } = body;
    const response = { status, headers, body: await readBody(body) };
    const end = clock();
    return { response, socket, at: (start + end) / 2, ms: end - start };
  } catch (error) {
    return explainFailure(error, signal, timeoutMs);
  }
}

function checkTls({ url }: Target, { socket }: Exchange, now: number): Finding {
  const check = 'tls';
  if (!(socket instanceof TLSSocket)) {
    const { hostname } = new URL(url);
    const isOwn = /^(localhost|127\..*|\[::1\])$/.test(hostname);
    return isOwn
      ? ok(check, 'none, and none is needed on one machine')
      : warning(check, 'none: the key can be read on the way', 'put a proxy with TLS before it');
  }
  const { valid_to: until } = socket.getPeerCertificate();
  const days = Math.floor((Date.parse(until) - now) / DAY_MS);
  const message = `${socket.getProtocol()}, the certificate is valid for ${days} days`;
  return days < CERTIFICATE_DAYS ? warning(check, message, 'renew it') : ok(check, message);
}

function checkIdentity(response: HttpResponse, target: Target): Finding {
  const check = 'milepost';
  const { status } = response;
  if (versionOf(response) !== undefined) return ok(check, `Milepost answers at ${target.url}`);
  if (status >= 500) return down(check, `what answers at ${target.url} says ${status}`);
  return misconfigured(check, explain(response, target));
}

function checkVersion(response: HttpResponse, own: string): Finding {
  const check = 'version';
  const server = versionOf(response) ?? '';
  const message = `server ${server}, this command ${own}`;
  const minor = (version: string) => version.split('.', 2).join('.');
  return minor(server) === minor(own)
    ? ok(check, message)
    : warning(check, message, 'use the same version on both ends');
}

function checkClock({ response, at }: Exchange): Finding {
  const check = 'clock';
  const server = Date.parse(response.headers.date ?? '');
  if (Number.isNaN(server)) return skipped(check, 'the server does not say what time it is');
  const ms = at - server;
  // The header has no fractions of a second.
  const seconds = Math.round(Math.abs(ms) / 1000);
  const message = `${seconds} s ${ms < 0 ? 'behind' : 'ahead of'} the server`;
  if (Math.abs(ms) <= CLOCK_MS) return ok(check, seconds <= 1 ? 'as the server’s' : message);
  return warning(check, message, 'set it by NTP, else events stand in a wrong order');
}

function checkReady(one: Exchange | Failure): Finding {
  const check = 'store';
  if ('reason' in one) return down(check, one.reason);
  const { response } = one;
  const store = dataOf(response)?.['store'];
  if (typeof store === 'string') return ok(check, `${store} answers`);
  return down(check, `/readyz answered ${response.status}`, 'the log of the server says more');
}

function checkKey(one: Exchange | Failure, target: Target): Finding {
  const check = 'key';
  if ('reason' in one) return down(check, one.reason);
  const { response } = one;
  const { scope, organization } = dataOf(response) ?? {};
  if (typeof scope !== 'string') {
    const reason = explain(response, target);
    const advice = 'make one with milepost keys create, on the machine of the server';
    return response.status >= 500 ? down(check, reason) : misconfigured(check, reason, advice);
  }
  const name = isObject(organization) ? organization['name'] : undefined;
  const message = `${scope}, of the organization ${typeof name === 'string' ? name : '-'}`;
  if (scope === 'READ_WRITE') return ok(check, message);
  return warning(check, `${message}: it may query, and not send`, 'to send, use a READ_WRITE key');
}

function versionOf(response: HttpResponse): string | undefined {
  const version = dataOf(response)?.['version'];
  return typeof version === 'string' ? version : undefined;
}

function dataOf({ status, body }: HttpResponse): JsonObject | undefined {
  const answer = status === 200 ? parseObject(body) : undefined;
  const data = answer?.['success'] === true ? answer['data'] : undefined;
  return isObject(data) ? data : undefined;
}
