/** What the tests of the HTTP API share: events to send, and what every error looks like. */
import { expect } from 'chai';
import { ERROR_STATUS, type ErrorCode } from '../../backend/errors.ts';
import type { Log } from '../../backend/log.ts';
import type { Answer } from '../support/http.ts';
import { type Client, createClient } from '../support/http.ts';
import { startMilepost, type TestMilepost, type TestMilepostOptions } from '../support/milepost.ts';

export type Sent = Readonly<Record<string, unknown>>;

let serial = 0;

/** A name that no other test of this process has. */
export function unique(name: string): string {
  serial += 1;
  return `${name}-${serial}`;
}

/** A valid event with an id and a source of its own; name what the test is about. */
export function sample(over: Sent = {}): Sent {
  return {
    specversion: '1.0',
    type: 'deployment',
    source: unique('source'),
    time: '2025-01-15T12:30:00Z',
    id: unique('id'),
    ...over,
  };
}

/** The same without one of its members. */
export function without(name: string, event: Sent = sample()): Sent {
  return Object.fromEntries(Object.entries(event).filter(([member]) => member !== name));
}

/** A started Milepost for one `describe`, and a client with its READ_WRITE key. */
export interface Server {
  readonly milepost: TestMilepost;
  readonly client: Client;
  readonly reader: Client;
}

/** Starts before the tests of a `describe` and closes after them. */
export function useServer(options: TestMilepostOptions = {}): () => Server {
  let server: Server | undefined;
  before(async () => {
    const milepost = await startMilepost(options);
    const { url, key, readKey } = milepost;
    server = { milepost, client: createClient(url, key), reader: createClient(url, readKey) };
  });
  after(() => server?.milepost.close());
  return () => {
    if (server === undefined) throw new Error('the server runs inside tests only');
    return server;
  };
}

/** Holds an answer against the envelope of errors (contract 1); `message` must be a part of it. */
export function expectError(answer: Answer, code: ErrorCode, message?: string | RegExp): void {
  const { status, headers, body, text } = answer;
  expect({ status, code: body.code }, text).to.deep.equal({ status: ERROR_STATUS[code], code });
  expect(body.success).to.equal(false);
  expect(body.error).to.be.a('string').and.not.equal('');
  expect(headers.get('content-type')).to.match(/^application\/json/);
  expect(headers.get('x-request-id')).to.match(/^[\w.-]{1,128}$/);
  expect(text).to.not.match(/\bat .+:\d+:\d+|node_modules|<html/i);
  if (typeof message === 'string') expect(body.error).to.include(message);
  else if (message !== undefined) expect(body.error).to.match(message);
}

/** Every field that a refusal names, in its order. */
export function fieldsOf({ body }: Answer): string[] {
  return body.details?.map(({ field }) => field) ?? [body.error.split(':', 1)[0] ?? ''];
}

export interface LogLine {
  readonly level: keyof Log;
  readonly text: string;
}

/** A log that keeps what it is told, causes and their stacks included. */
export function recordLog(): { readonly log: Log; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const write = (level: keyof Log) => (facts: object, message: string) => {
    const text = JSON.stringify(facts, (_, value: unknown) =>
      value instanceof Error ? `${value.stack} ${String(value.cause)}` : value,
    );
    lines.push({ level, text: `${message} ${text}` });
  };
  const log = {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  return { log, lines };
}

/** Asks again, without a pause, until the answer fits; the timeout of the test ends it. */
export async function eventually<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
  }
}
