import type { IncomingMessage } from 'node:http';

/** Nothing came for so long that the line is taken for dead. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/**
 * The chunks of a body. Rejects when it is cut, and with a `SilenceError` when nothing comes for
 * `silenceMs` while somebody waits for it: a reader that takes its time is no silence.
 */
export async function* heard(body: IncomingMessage, silenceMs: number): AsyncGenerator<Buffer> {
  const seconds = Math.ceil(silenceMs / 1000);
  const end = () => body.destroy(new SilenceError(`nothing was heard for ${seconds} s`));
  let waiting = setTimeout(end, silenceMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      clearTimeout(waiting);
      yield chunk;
      waiting = setTimeout(end, silenceMs);
    }
  } finally {
    clearTimeout(waiting);
  }
}
