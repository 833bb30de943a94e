/** What an import could not store: the first few on stderr, all of them in a file. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseObject } from '../ci/payload.ts';
import { logLine, showJson } from '../text.ts';
import type { Rejected } from './import-send.ts';
import { countText, type Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';

export interface Rejects {
  readonly count: () => number;
  add(rejected: readonly Rejected[]): Promise<void>;
  /** Says how many were not listed. */
  close(): Promise<void>;
}

const LISTED = 20;

/** Rejects when the file cannot be made. */
export async function openRejects(
  path: string | undefined,
  { err }: Pick<Terminal, 'err'>,
  progress: Progress,
): Promise<Rejects> {
  const file = path ? createWriteStream(path) : undefined;
  if (file !== undefined) await once(file, 'open');
  let count = 0;
  return {
    count: () => count,
    add: async (rejected) => {
      if (rejected.length > 0) progress.clear();
      for (const one of rejected) {
        count += 1;
        if (count <= LISTED) err(`line ${one.place}: ${logLine(one.error)}\n`);
        if (file?.write(toLine(one)) === false) await once(file, 'drain');
      }
    },
    close: async () => {
      if (count > LISTED) err(`… and ${countText(count - LISTED)} more\n`);
      if (file === undefined) return;
      file.end();
      await once(file, 'close');
    },
  };
}

/** Such as `{"line":3,"error":"type: is required","event":{…}}`. */
function toLine({ place: line, error, text }: Rejected): string {
  const event = parseObject(text);
  return `${showJson({ line, error, ...(event === undefined ? { text } : { event }) })}\n`;
}
