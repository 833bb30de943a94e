import { expect } from 'chai';
import { createSseReader, type Message } from '../../../plugins/commands/sse.ts';

const STREAM = Buffer.from(
  'retry: 2000\n: connected\n\nid: 7\ndata: {"a":"ä😀"}\n\nevent: reset\nid: 9\ndata: {}\n\n: still here\n\ndata: one\ndata:two\n\ndata: cut of',
);

function read(...chunks: readonly Buffer[]): Message[] {
  const reader = createSseReader();
  return chunks.flatMap((chunk) => reader(chunk));
}

describe('the reader of Server-Sent Events', () => {
  const NOTHING = { id: undefined, event: 'message', data: undefined, retryMs: undefined };
  const EXPECTED = [
    { ...NOTHING, retryMs: 2000 },
    { ...NOTHING, id: '7', data: '{"a":"ä😀"}' },
    { ...NOTHING, id: '9', event: 'reset', data: '{}' },
    { ...NOTHING, id: '9' },
    { ...NOTHING, id: '9', data: 'one\ntwo' },
  ];

  it('reads messages, and never what is cut off', () => {
    expect(read(STREAM)).to.deep.equal(EXPECTED);
  });

  it('does not care where the chunks end, inside of a character neither', () => {
    for (let size = 1; size < 20; size += 1) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < STREAM.length; at += size) chunks.push(STREAM.subarray(at, at + size));
      expect(read(...chunks), `chunks of ${size}`).to.deep.equal(EXPECTED);
    }
  });

  it('refuses a message that has no end', () => {
    const reader = createSseReader();
    const chunk = Buffer.alloc(9 * 1024 * 1024, 'x');
    reader(chunk);
    expect(() => reader(chunk)).to.throw('has no end');
  });
});
