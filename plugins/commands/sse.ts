/** Server-Sent Events as they arrive: https://html.spec.whatwg.org/multipage/server-sent-events.html */
import { StringDecoder } from 'node:string_decoder';

export interface Message {
  /** The last id that was named, by this message or by one before it. */
  readonly id: string | undefined;
  /** `message` when the stream does not say. */
  readonly event: string;
  /** Absent where a block has none; it may still have named an id. */
  readonly data: string | undefined;
  /** What the stream asks to wait before one comes back, ms. */
  readonly retryMs: number | undefined;
}

/** What may wait for the end of its message, characters: far more than any event has. */
const LARGEST_BLOCK = 16 * 1024 * 1024;

/** Gives the messages that a chunk ends. What is cut off is not one. Throws when one has no end. */
export function createSseReader(): (chunk: Buffer) => Message[] {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let id: string | undefined;
  return (chunk) => {
    const blocks = (rest + decoder.write(chunk)).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > LARGEST_BLOCK) throw new Error('a message of the stream has no end');
    return blocks.map((block) => {
      const message = readBlock(block, id);
      id = message.id;
      return message;
    });
  };
}

function readBlock(block: string, before: string | undefined): Message {
  const data: string[] = [];
  let id = before;
  let event = 'message';
  let retryMs: number | undefined;
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'id') id = value;
    else if (name === 'event') event = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value);
  }
  return { id, event, data: data.length === 0 ? undefined : data.join('\n'), retryMs };
}
