/** Texts that sort: a place in the timeline, and a receipt. */
import { createHash, randomInt } from 'node:crypto';

/** Makes every time that an event may have positive: the year 0000 becomes 0. */
const TIME_OFFSET_MS = 62_167_219_200_000;
const TIME_DIGITS = 15;
const RECEIPT_MS_DIGITS = 9;
const RECEIPT_COUNTER_DIGITS = 4;
const NODE_DIGITS = 6;

/** Sorts behind every receipt. */
export const LAST_RECEIPT = '~';
/** Sorts behind every place. */
export const LAST_PLACE = '~';

/** Event time in ms, then receipt: the timeline's order as one text. */
export function placeOf(time: number, receipt: string): string {
  return `${String(time + TIME_OFFSET_MS).padStart(TIME_DIGITS, '0')}${receipt}`;
}

export function timeOf(place: string): number {
  return Number(place.slice(0, TIME_DIGITS)) - TIME_OFFSET_MS;
}

export function receiptOf(place: string): string {
  return place.slice(TIME_DIGITS);
}

/** Identifies one process among all that ever were. */
export function newNodeId(): string {
  return randomInt(36 ** NODE_DIGITS)
    .toString(36)
    .padStart(NODE_DIGITS, '0');
}

/** The beginning of every receipt that was given at a time (ms since the Unix epoch). */
export function receiptPrefix(ms: number): string {
  return Math.max(0, ms).toString(36).padStart(RECEIPT_MS_DIGITS, '0');
}

/** When a receipt was given, by the clock of its node. */
export function msOf(receipt: string): number {
  return Number.parseInt(receipt.slice(0, RECEIPT_MS_DIGITS), 36);
}

export function nodeOf(receipt: string): string {
  return receipt.slice(RECEIPT_MS_DIGITS + RECEIPT_COUNTER_DIGITS);
}

/** Receipts of one node rise with every call, also when its clock is set back. */
export function createReceipts(node: string): () => string {
  let lastMs = 0;
  let counter = 0;
  return () => {
    const now = Date.now();
    counter = now > lastMs ? 0 : counter + 1;
    lastMs = Math.max(now, lastMs);
    const count = counter.toString(36).padStart(RECEIPT_COUNTER_DIGITS, '0');
    return `${receiptPrefix(lastMs)}${count}${node}`;
  };
}

/** A short name for a tuple: the same on every node, without asking the database. */
export function tupleId(...parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 24);
}
