/** Where a transfer goes: a file that appears whole under its name or not at all, or stdout. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Terminal } from './terminal.ts';

export interface Output {
  /** To be piped into. */
  readonly stream: Writable;
  /** The stream has ended, and all of it is good. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** Rejects when the file cannot be made. */
export async function openOutput(path: string | undefined, terminal: Terminal): Promise<Output> {
  if (!path || path === '-') return toStdout(terminal);
  const part = `${path}.${process.pid}.part`;
  // Before anything is asked for: a folder that is not there should be told at once.
  const file = createWriteStream(part, { flags: 'wx' });
  await once(file, 'open');
  const gzip = path.endsWith('.gz') ? createGzip() : undefined;
  const written = gzip === undefined ? once(file, 'close') : pipeline(gzip, file);
  written.catch(() => {});
  return {
    stream: gzip ?? file,
    keep: async () => {
      await written;
      const handle = await open(part, 'r+');
      await handle.sync().finally(() => handle.close());
      await rename(part, path);
    },
    discard: async () => {
      gzip?.destroy();
      file.destroy();
      await written.catch(() => {});
      await unlink(part);
    },
  };
}

function toStdout({ write }: Terminal): Output {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => void write(chunk).then(() => done(), done),
  });
  return { stream, keep: async () => {}, discard: async () => {} };
}
