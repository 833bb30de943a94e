/** Streams what the current filter finds into a file. The key travels in a header, never in a URL. */
import { createRecordCounter, type ExportFormat } from './export-formats.ts';

export interface ExportProgress {
  /** UTF-8, as far as it was written. */
  readonly bytes: number;
  readonly events: number;
}

export interface Sink {
  write(text: string): Promise<void>;
  /** The file is whole. */
  finish(): Promise<void>;
  /** Nothing is to be left behind. */
  discard(): Promise<void>;
}

export interface ExportRequest {
  readonly format: ExportFormat;
  readonly filter: URLSearchParams;
  /** Undefined: the cookie of the session says who asks. */
  readonly key: string | undefined;
  readonly sink: Sink;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** Resolves with how much it was; rejects with a sentence, or with an AbortError. */
export async function exportEvents(wanted: ExportRequest): Promise<ExportProgress> {
  const { format, sink } = wanted;
  try {
    const response = await ask(wanted);
    const write = createWriter(wanted);
    await (format.convert === undefined
      ? copyText(response, format, write)
      : convertLines(response, format.convert(), write));
    await sink.finish();
    return write.progress();
  } catch (error) {
    await sink.discard().catch(() => {});
    throw error;
  }
}

async function ask({ format, filter, key, signal }: ExportRequest): Promise<Response> {
  const parameters = new URLSearchParams(filter);
  parameters.set('format', format.source);
  const init: RequestInit =
    key === undefined
      ? { signal }
      : { signal, credentials: 'omit', headers: { Authorization: `Bearer ${key}` } };
  const response = await fetch(`/api/v1/events/export?${parameters}`, init).catch((cause) => {
    signal.throwIfAborted();
    throw new Error('the server does not answer', { cause });
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { readonly error?: string };
  throw new Error(error ?? response.statusText);
}

function createWriter({ sink, signal, onProgress }: ExportRequest) {
  const encoder = new TextEncoder();
  let bytes = 0;
  let events = 0;
  return {
    progress: (): ExportProgress => ({ bytes, events }),
    write: async (text: string, eventsNow: number) => {
      if (text === '') return;
      await sink.write(text);
      // All of it may have come before it was given up.
      signal.throwIfAborted();
      bytes += encoder.encode(text).length;
      events = eventsNow;
      onProgress({ bytes, events });
    },
  };
}

type Writer = ReturnType<typeof createWriter>;

async function copyText(response: Response, { source }: ExportFormat, writer: Writer) {
  const count = createRecordCounter();
  const heads = source === 'csv' ? 1 : 0;
  for await (const piece of textOf(response)) {
    await writer.write(piece, Math.max(0, count(piece) - heads));
  }
}

async function convertLines(
  response: Response,
  { head, line, foot }: ReturnType<NonNullable<ExportFormat['convert']>>,
  writer: Writer,
) {
  let rest = '';
  let events = 0;
  await writer.write(head, 0);
  for await (const piece of textOf(response)) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    let text = '';
    for (const one of lines) {
      text += line(one, events);
      events += 1;
    }
    await writer.write(text, events);
  }
  await writer.write(foot, events);
}

/** A line that breaks in the middle of the answer rejects: half a file must not look like a whole. */
async function* textOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

interface FileHandle {
  createWritable(): Promise<{
    write(text: string): Promise<void>;
    close(): Promise<void>;
    abort(): Promise<void>;
  }>;
}

type SavePicker = (options: object) => Promise<FileHandle>;

/** Straight to the disk where the browser can; else gathered, and saved as a download. */
export async function openSink(name: string, { type, ending }: ExportFormat): Promise<Sink> {
  const { showSaveFilePicker } = window as { readonly showSaveFilePicker?: SavePicker };
  if (showSaveFilePicker === undefined) return gather(name, type);
  const types = [{ accept: { [type]: [`.${ending}`] } }];
  const handle = await showSaveFilePicker({ suggestedName: name, types });
  const file = await handle.createWritable();
  return {
    write: (text) => file.write(text),
    finish: () => file.close(),
    discard: () => file.abort(),
  };
}

function gather(name: string, type: string): Sink {
  let parts: string[] = [];
  return {
    write: async (text) => {
      parts.push(text);
    },
    finish: async () => {
      const address = URL.createObjectURL(new Blob(parts, { type }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      // Not at once: some browsers begin to read after the click.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    },
    discard: async () => {
      parts = [];
    },
  };
}
