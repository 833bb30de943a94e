import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { invalidField, MilepostError } from '../errors.ts';

/** A body that stops arriving for this long is given up, ms. */
const STALL_MS = 30_000;
/** What is read of a body after its answer, so that the answer is read; then the line is cut. */
const DISCARD_BYTES = 16 * 1024 * 1024;

/** The body as it was before its `Content-Encoding`. Rejects encodings that are not known. */
export function decoded(req: IncomingMessage): Readable {
  const encoding = req.headers['content-encoding']?.toLowerCase() ?? 'identity';
  switch (encoding) {
    case 'identity':
    case '':
      return req;
    case 'gzip':
    case 'x-gzip':
      return through(req, createGunzip());
    case 'deflate':
      return through(req, createInflate());
    case 'br':
      return through(req, createBrotliDecompress());
    default:
      throw new MilepostError(
        'UNSUPPORTED_MEDIA_TYPE',
        `content-encoding: ${encoding} is not supported, use gzip, deflate, br or none`,
      );
  }
}

function through(req: IncomingMessage, decompress: Readable & NodeJS.WritableStream): Readable {
  req.on('error', (error) => decompress.destroy(error));
  req.on('aborted', () => decompress.destroy(new Error('the request was aborted')));
  return req.pipe(decompress);
}

/** The whole body as text. Rejects with PAYLOAD_TOO_LARGE as soon as it passes `limit` bytes. */
export async function readText(req: IncomingMessage, limit: number): Promise<string> {
  return toText(await readBody(req, limit));
}

/** The same as bytes: what a signature is of. */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  checkAnnounced(req, limit);
  return readBytes(decoded(req), limit);
}

/** As it came, in an encoding that is its reader's business. */
export async function readRawBody(req: IncomingMessage, limit: number): Promise<Buffer> {
  checkAnnounced(req, limit);
  return readBytes(req, limit);
}

function checkAnnounced({ headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/** UTF-8, without a byte order mark; rejects anything else instead of replacing it. */
export function toText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalidField('body', 'is not valid UTF-8');
  const text = bytes.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

export function tooLarge(limit: number): MilepostError {
  return new MilepostError(
    'PAYLOAD_TOO_LARGE',
    `body: is larger than ${limit} bytes; send less data, or raise the limit of the server`,
  );
}

function readBytes(stream: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isSettled = false;
    // The error is made only when it is needed: its stack costs more than the rest of the reading.
    const fail = (toError: () => MilepostError): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(stalled);
      stream.removeAllListeners('data');
      reject(toError());
    };
    const stalled = setTimeout(fail, STALL_MS, () =>
      invalidField('body', 'did not arrive in time'),
    );
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) fail(() => tooLarge(limit));
      else stalled.refresh();
    });
    stream.on('end', () => {
      isSettled = true;
      clearTimeout(stalled);
      const [only] = chunks;
      resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length));
    });
    stream.on('error', () => fail(() => invalidField('body', 'cannot be read, or decompressed')));
    stream.on('close', () => fail(() => invalidField('body', 'ended early')));
  });
}

/** Reads the rest of a refused body away: cutting the line at once would lose the answer. */
export function discardRest(req: IncomingMessage): void {
  if (req.complete || req.socket.destroyed) return;
  let discarded = 0;
  const stalled = setTimeout(() => req.destroy(), STALL_MS);
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > DISCARD_BYTES) req.destroy();
  });
  // Once its answer has ended, a request no longer hears that its socket closes.
  const { socket } = req;
  const settle = (): void => {
    clearTimeout(stalled);
    socket.off('close', settle);
  };
  req.on('end', settle);
  socket.on('close', settle);
  req.resume();
}

/** Lines of a stream, without holding more than one. A line over `limit` bytes comes as null. */
export async function* readLines(stream: Readable, limit: number): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Buffer | null => {
    const line = length > limit ? null : Buffer.concat(parts, length);
    parts = [];
    length = 0;
    return line;
  };
  const add = (part: Buffer): void => {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
