/** Reads, prepares and sends, a chunk at a time: memory holds one, whatever the length of the file. */
import type { Failed } from './ask.ts';
import type { Connection } from './connection.ts';
import type { Input } from './import-input.ts';
import { prepare } from './import-prepare.ts';
import { InputError, readRecords } from './import-records.ts';
import type { Rejects } from './import-rejects.ts';
import { type Item, type Rejected, sendChunk } from './import-send.ts';
import { Interrupted, interruptible } from './interrupt.ts';
import { bar, countText, durationText, type Progress, rateText } from './progress.ts';
import type { Terminal } from './terminal.ts';

export interface ImportRun {
  readonly input: Input;
  readonly rejects: Rejects;
  readonly progress: Progress;
  /** Absent for a dry run. */
  readonly connection: Connection | undefined;
  readonly firstPlace: number;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly onRetry: (reason: string, waitMs: number) => void;
}

export interface Outcome {
  readonly created: number;
  readonly replayed: number;
  /** Lines that are well-formed, whatever became of them. */
  readonly read: number;
  /** Why it stopped before the end. */
  readonly stopped?: Failed | 'interrupted';
  /** Why the input cannot be read to its end. */
  readonly broken?: string;
  /** The first line whose fate nobody knows; of a run that stopped. */
  readonly nextPlace?: number;
}

const CHUNK_EVENTS = 1000;
const CHUNK_CHARACTERS = 1024 * 1024;
/** The first line of an export as CSV, which cannot be turned back into events. */
const CSV_TITLES = /^"?id"?,"?type"?,/;

export async function importAll(run: ImportRun): Promise<Outcome> {
  const { input, terminal, signal, firstPlace, progress } = run;
  const chunk = createChunk(run);
  const start = terminal.delivery.clock();
  let broken: string | undefined;
  const said = () => progressText(chunk.counts().read, input, terminal.delivery.clock() - start);
  try {
    for await (const text of readRecords(input.bytes)) {
      if (text.place < firstPlace) continue;
      if (signal.aborted) throw new Interrupted();
      const prepared = prepare(text, terminal.newId);
      if (prepared.kind === 'event') chunk.add(prepared);
      else if (text.place === 1 && CSV_TITLES.test(prepared.text)) {
        throw new InputError('it is CSV, use an export as ndjson');
      } else chunk.reject(prepared);
      const stopped = chunk.isFull() ? await chunk.send() : undefined;
      if (stopped !== undefined) return { ...chunk.counts(), stopped, nextPlace: chunk.place() };
      progress.show(said);
    }
  } catch (error) {
    if (error instanceof Interrupted) {
      return { ...chunk.counts(), stopped: 'interrupted', nextPlace: chunk.place() };
    }
    broken = inputProblem(error);
  }
  const stopped = await chunk.send();
  if (stopped !== undefined) return { ...chunk.counts(), stopped, nextPlace: chunk.place() };
  return { ...chunk.counts(), ...(broken === undefined ? {} : { broken }) };
}

/** Throws what has nothing to do with the input. */
function inputProblem(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof InputError || (error instanceof Error && code !== undefined)) {
    return error.message;
  }
  throw error;
}

function createChunk({ connection, terminal, signal, rejects, firstPlace, onRetry }: ImportRun) {
  const delivery = { ...interruptible(terminal, signal), onRetry };
  let items: Item[] = [];
  let bad: Rejected[] = [];
  let characters = 0;
  let first: number | undefined;
  let next = firstPlace;
  let created = 0;
  let replayed = 0;
  let read = 0;
  const note = (place: number): void => {
    first ??= place;
    next = place + 1;
  };
  return {
    counts: () => ({ created, replayed, read }),
    /** The first place that is not dealt with. */
    place: () => first ?? next,
    isFull: () => items.length + bad.length >= CHUNK_EVENTS || characters >= CHUNK_CHARACTERS,
    add: (item: Item): void => {
      note(item.place);
      items.push(item);
      characters += item.line.length;
      read += 1;
    },
    reject: (one: Rejected): void => {
      note(one.place);
      bad.push(one);
    },
    /** Empties the chunk, or says why it cannot. Rejects with `Interrupted`. */
    send: async (): Promise<Failed | undefined> => {
      if (items.length > 0 && connection !== undefined) {
        const sent = await sendChunk(items, connection, delivery);
        if (sent.kind === 'failed') return sent;
        created += sent.created;
        replayed += sent.replayed;
        bad.push(...sent.rejected);
      }
      await rejects.add(bad.toSorted((a, b) => a.place - b.place));
      [items, bad, characters, first] = [[], [], 0, undefined];
      return undefined;
    },
  };
}

function progressText(events: number, { read, size }: Input, ms: number): string {
  const counted = `${countText(events)} events  ${rateText(events, ms)}`;
  if (size === undefined || size === 0) return counted;
  const share = Math.min(1, read() / size);
  const left = share === 0 ? '' : `  ${durationText((ms * (1 - share)) / share)} left`;
  return `${bar(share)}  ${counted}${left}`;
}
