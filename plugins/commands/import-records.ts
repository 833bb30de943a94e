/** Cuts a stream of bytes into JSON texts, holding few at a time: lines, or the elements of an array. */

export interface JsonText {
  /** The line in the file, or the place in the array; from 1. */
  readonly place: number;
  /** Undefined when it is longer than anything that could be sent. */
  readonly text: string | undefined;
}

/** The input ends where it must not, or goes on. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

interface Cutter {
  /** The texts that end in this chunk. Throws an `InputError`. */
  add(chunk: Buffer): JsonText[];
  /** The text that ends with the input. Throws an `InputError`. */
  end(): JsonText[];
}

/** Bytes of one event. The server takes less, unless it is told to take more. */
const LARGEST = 8 * 1024 * 1024;

const LINE_FEED = 10;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BLANKS: readonly number[] = [9, LINE_FEED, 13, 32];
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** Rejects with an `InputError`. */
export async function* readRecords(input: AsyncIterable<Buffer>): AsyncGenerator<JsonText> {
  let cutter: Cutter | undefined;
  let blank = Buffer.alloc(0);
  for await (const chunk of input) {
    if (cutter !== undefined) {
      yield* cutter.add(chunk);
      continue;
    }
    blank = Buffer.concat([blank, chunk]);
    cutter = createCutter(blank);
    if (cutter !== undefined) yield* cutter.add(blank);
  }
  if (cutter !== undefined) yield* cutter.end();
}

/** Undefined as long as there is nothing to tell by. */
function createCutter(start: Buffer): Cutter | undefined {
  const first = start.find((byte) => !BLANKS.includes(byte) && !BYTE_ORDER_MARK.includes(byte));
  if (first === undefined) return undefined;
  return first === 0x5b ? createArrayCutter() : createLineCutter();
}

/** Gathers the parts of a text; forgets those of one that is too long. */
function createGatherer() {
  let parts: Buffer[] = [];
  let length = 0;
  return {
    add: (part: Buffer): void => {
      length += part.length;
      if (length <= LARGEST) parts.push(part);
      else parts = [];
    },
    take: (): string | undefined => {
      const text = length > LARGEST ? undefined : Buffer.concat(parts, length).toString();
      parts = [];
      length = 0;
      return text?.replace(/^\ufeff/, '').trim();
    },
  };
}

function createLineCutter(): Cutter {
  const gathered = createGatherer();
  let place = 0;
  const take = (): JsonText[] => {
    place += 1;
    const text = gathered.take();
    return text === '' ? [] : [{ place, text }];
  };
  return {
    add: (chunk) => {
      const texts: JsonText[] = [];
      let start = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, start)) {
        gathered.add(chunk.subarray(start, at));
        texts.push(...take());
        start = at + 1;
      }
      gathered.add(chunk.subarray(start));
      return texts;
    },
    end: take,
  };
}

/** Looks at brackets, commas and strings alone: whether an element is JSON is for others to say. */
function createArrayCutter(): Cutter {
  const gathered = createGatherer();
  const nesting = createNesting();
  let place = 0;
  let isOver = false;
  const take = (): JsonText[] => {
    const text = gathered.take();
    if (text === '') return [];
    place += 1;
    return [{ place, text }];
  };
  return {
    add: (chunk) => {
      const texts: JsonText[] = [];
      let start = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at] ?? 0;
        if (isOver && !BLANKS.includes(byte)) throw new InputError('something is behind the array');
        const step = nesting.step(byte);
        if (step === 'begin') start = at + 1;
        if (step !== 'next' && step !== 'end') continue;
        gathered.add(chunk.subarray(start, at));
        texts.push(...take());
        start = at + 1;
        isOver = step === 'end';
      }
      if (nesting.depth() > 0) gathered.add(chunk.subarray(start));
      return texts;
    },
    end: () => {
      if (isOver) return [];
      throw new InputError('the array has no end, the file was cut');
    },
  };
}

function createNesting() {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  const stepInString = (byte: number): undefined => {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) isInString = false;
  };
  return {
    depth: () => depth,
    /** Whether the byte begins the array, ends one of its elements, or the array. */
    step: (byte: number): 'begin' | 'next' | 'end' | undefined => {
      if (isInString) return stepInString(byte);
      if (byte === QUOTE) isInString = true;
      // [ and {, then ] and }: they differ in one bit.
      else if ((byte | 0x20) === 0x7b) {
        depth += 1;
        return depth === 1 ? 'begin' : undefined;
      } else if ((byte | 0x20) === 0x7d) {
        depth -= 1;
        return depth === 0 ? 'end' : undefined;
      }
      return byte === COMMA && depth === 1 ? 'next' : undefined;
    },
  };
}
