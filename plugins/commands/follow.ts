/** The live stream of events across broken lines and restarted servers, without gap or repeat. */
import type { StoredEvent } from '../../backend/model/event.ts';
import { parseObject } from '../ci/payload.ts';
import { explainFailure } from '../failure.ts';
import type { HttpStream } from '../transport.ts';
import { type Failed, getRequest, refused, tellRetry } from './ask.ts';
import type { Connection } from './connection.ts';
import { openStream } from './open-stream.ts';
import { heard } from './silence.ts';
import { createSseReader, type Message } from './sse.ts';
import type { Terminal } from './terminal.ts';

export type Followed =
  /** From here on nothing is missed; said once. */
  | { readonly kind: 'connected' }
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'back' }
  /** The server does not know any more what was missed. */
  | { readonly kind: 'gap' }
  | Failed;

export interface FollowOptions {
  readonly query: URLSearchParams;
  readonly connection: Connection;
  /** How long to try to come back after the connection was lost, ms. */
  readonly returnMs: number;
  readonly terminal: Terminal;
  /** Ends it all. */
  readonly signal: AbortSignal;
  /** A line on which nothing came for so long is dead, ms. */
  readonly silenceMs?: number;
}

/** The server says every 15 s that it is there: two of these may be late. */
const SILENCE_MS = 40_000;
const RETRY_MS = 2000;
/** Rejects with `Interrupted` when it is ended while it waits. */
export async function* follow(options: FollowOptions): AsyncGenerator<Followed> {
  const { terminal, signal, silenceMs = SILENCE_MS } = options;
  let position: string | undefined;
  let retryMs = RETRY_MS;
  for (;;) {
    const opened = await open(options, position);
    if (opened.kind === 'failed') {
      yield opened;
      return;
    }
    if (position !== undefined) yield { kind: 'back' };
    let reason = 'the server ended the stream';
    try {
      for await (const message of messagesOf(opened.stream, silenceMs)) {
        retryMs = message.retryMs ?? retryMs;
        const isFirst = position === undefined && message.id !== undefined;
        position = message.id ?? position;
        if (isFirst) yield { kind: 'connected' };
        const followed = read(message);
        if (followed !== undefined) yield followed;
        if (followed?.kind === 'failed') return;
      }
    } catch (error) {
      reason = explainFailure(error, NEVER, 0).reason;
    }
    if (signal.aborted) return;
    if (position !== undefined) yield { kind: 'lost', reason };
    await terminal.pause(terminal.delivery.random() * retryMs, signal);
    if (signal.aborted) return;
  }
}

const NEVER = new AbortController().signal;

async function open(
  { connection, query, terminal, signal, returnMs }: FollowOptions,
  position: string | undefined,
) {
  const { target, policy } = connection;
  const request = getRequest('/api/v1/events/stream', query, target, {
    Accept: 'text/event-stream',
    ...(position === undefined ? {} : { 'Last-Event-ID': position }),
  });
  const isReturn = position !== undefined;
  const patience = isReturn ? { ...policy, budgetMs: returnMs } : policy;
  const onRetry = isReturn ? undefined : tellRetry(terminal);
  const opened = await openStream(request, { target, policy: patience }, terminal, signal, onRetry);
  if (opened.kind === 'failed') return opened;
  const { headers, body } = opened.stream;
  if (headers['content-type']?.startsWith('text/event-stream')) return opened;
  body.destroy();
  return refused(`what answers at ${target.url} is not Milepost: check the address`);
}

/** Until the stream ends. Rejects as `heard` does. */
async function* messagesOf({ body }: HttpStream, silenceMs: number): AsyncGenerator<Message> {
  const read = createSseReader();
  for await (const chunk of heard(body, silenceMs)) yield* read(chunk);
}

function read({ event, data }: Message): Followed | undefined {
  if (event === 'reset') return { kind: 'gap' };
  if (event !== 'message' || data === undefined) return undefined;
  const one = parseObject(data);
  if (typeof one?.['id'] !== 'string')
    return refused('the stream holds something that is no event');
  return { kind: 'event', event: one as unknown as StoredEvent };
}
