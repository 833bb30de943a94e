/** Delivers one event. Never throws for what a network, a proxy or a server does. */
import type { EventInput, StoredEvent } from '../backend/model/event.ts';
import { isObject, parseObject } from './ci/payload.ts';
import { isRepetition } from './repetition.ts';
import {
  type Answer,
  DEFAULT_POLICY,
  persist,
  type RetryDependencies,
  type RetryPolicy,
  serverMessage,
} from './retry.ts';
import type { Target } from './target.ts';
import { cut, oneLine } from './text.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

export type Delivery =
  /** Stored now, or (`replayed`) by an earlier attempt. */
  | {
      readonly kind: 'recorded' | 'replayed';
      readonly event: StoredEvent;
      readonly attempts: number;
    }
  /** The configuration is wrong: another attempt would end the same way. */
  | { readonly kind: 'rejected'; readonly reason: string; readonly status: number | undefined }
  /** Milepost, or the way to it, is down. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly attempts: number };

export interface SendOptions {
  readonly target: Target;
  /** Such as `milepost-cli`. */
  readonly userAgent: string;
  /** Nobody wrote the time of the event. */
  readonly timeIsOurs: boolean;
  readonly policy?: RetryPolicy;
}

const REASON_LIMIT = 500;

export async function deliver(
  event: EventInput,
  options: SendOptions,
  dependencies: RetryDependencies,
): Promise<Delivery> {
  const { policy = DEFAULT_POLICY, target } = options;
  const answer = await persist(toRequest(event, options), dependencies, policy);
  // A repeated step comes with another time, and says of the past what it has recorded itself.
  if (options.timeIsOurs && answer.kind === 'answered' && answer.response.status === 409) {
    const stored = await findStored(event, options, dependencies);
    if (stored !== undefined && isRepetition(event, stored)) {
      return { kind: 'replayed', event: stored, attempts: answer.attempts };
    }
  }
  return interpret(answer, target);
}

async function findStored(
  { id, source }: EventInput,
  { target, userAgent, policy = DEFAULT_POLICY }: SendOptions,
  dependencies: RetryDependencies,
): Promise<StoredEvent | undefined> {
  if (id === undefined) return undefined;
  const path = `/api/v1/events/${encodeURIComponent(id)}?${new URLSearchParams({ source })}`;
  const url = new URL(`${target.url}${path}`);
  const headers = keyHeaders(target, userAgent);
  const answer = await persist({ method: 'GET', url, headers }, dependencies, policy);
  return answer.kind === 'answered' ? storedEventOf(answer.response) : undefined;
}

/** The headers of every request with a key. */
export function keyHeaders({ key }: Target, userAgent: string): Record<string, string> {
  return { Authorization: `Bearer ${key}`, Accept: 'application/json', 'User-Agent': userAgent };
}

function toRequest(event: EventInput, { target, userAgent }: SendOptions): HttpRequest {
  const body = JSON.stringify(event);
  return {
    method: 'POST',
    url: new URL(`${target.url}/api/v1/events`),
    headers: {
      ...keyHeaders(target, userAgent),
      'Content-Type': 'application/cloudevents+json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  };
}

function interpret(answer: Answer, target: Target): Delivery {
  const { attempts } = answer;
  if (answer.kind !== 'answered') {
    const reason = presentable(`${target.url}: ${answer.reason}`, target);
    return answer.kind === 'unavailable'
      ? { kind: 'unavailable', reason, attempts }
      : { kind: 'rejected', reason, status: undefined };
  }
  const { response } = answer;
  const event = storedEventOf(response);
  if (event === undefined) {
    return { kind: 'rejected', reason: explain(response, target), status: response.status };
  }
  const isReplay = response.headers['idempotency-replayed'] === 'true';
  return { kind: isReplay ? 'replayed' : 'recorded', event, attempts };
}

function storedEventOf({ status, body }: HttpResponse): StoredEvent | undefined {
  if (status !== 200 && status !== 201) return undefined;
  const answer = parseObject(body);
  const data = answer?.['success'] === true ? answer['data'] : undefined;
  const isEvent = isObject(data) && typeof data['id'] === 'string';
  return isEvent ? (data as unknown as StoredEvent) : undefined;
}

/** What is wrong and what to do. */
export function explain(response: HttpResponse, target: Target): string {
  const said = serverMessage(response);
  return presentable(advice(response, said, target), target);
}

function advice(response: HttpResponse, said: string | undefined, { url, key }: Target): string {
  const { status, headers } = response;
  const bearer = key.split('.').length === 3 ? 'id token' : 'API key';
  if (status >= 300 && status < 400) {
    return `${url} redirects to ${headers.location ?? 'somewhere else'}: set the address to where Milepost really is, a key is not sent along`;
  }
  if (status === 407) return 'the proxy wants a user name and a password (407)';
  if (said === undefined) {
    return `what answers at ${url} is not Milepost (status ${status}): check the address`;
  }
  switch (status) {
    case 401:
      return `the ${bearer} was refused: ${said}`;
    case 403:
      return `the ${bearer} may not do this: ${said}`;
    case 404:
    case 405:
      return `Milepost is not at ${url} (${said}): check the address`;
    case 409:
      return `an event with this id is there already: ${said}`;
    default:
      return `Milepost refused it: ${said}`;
  }
}

/** A server may say anything, the key that it was sent included. */
function presentable(reason: string, { key }: Target): string {
  return cut(oneLine(reason.replaceAll(key, '***')), REASON_LIMIT);
}
