/** The bytes of an import, and how many of them have been read. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Terminal } from './terminal.ts';

export interface Input {
  /** As they were before gzip. Rejects when they cannot be read, or are no gzip. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Of the file, as it is on the disk. */
  readonly read: () => number;
  /** Undefined where nobody knows, such as of stdin. */
  readonly size: number | undefined;
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Rejects when there is no such file. */
export async function openInput(path: string, { stdin }: Pick<Terminal, 'stdin'>): Promise<Input> {
  if (path === '-') return toInput(stdin(), undefined);
  const handle = await open(path, 'r');
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new Error(`${path} is a folder`);
  }
  const stream = createReadStream(path, { fd: handle, highWaterMark: 256 * 1024 });
  return toInput(stream, stats.isFile() ? stats.size : undefined);
}

function toInput(stream: Readable, size: number | undefined): Input {
  let read = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer | string>) {
      const bytes = Buffer.from(chunk);
      read += bytes.length;
      yield bytes;
    }
  };
  return { bytes: unzipped(counted()), read: () => read, size };
}

/** By how it begins, not by its name: stdin has none. */
async function* unzipped(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { value: first } = await chunks.next();
  if (first === undefined) return;
  const all = async function* () {
    try {
      yield first as Buffer;
      yield* chunks;
    } finally {
      // Whoever leaves at the first chunk leaves the file too.
      await chunks.return(undefined);
    }
  };
  if (!(first as Buffer).subarray(0, 2).equals(GZIP_MAGIC)) return yield* all();
  yield* pipeline(all, createGunzip(), () => {}) as AsyncIterable<Buffer>;
}
