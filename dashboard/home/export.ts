/** The matrix as text for others: every value in it comes from pipelines. Pure. */

import { escapeMarkdown } from '../escape-markdown.ts';
import { revealText, shortSource } from '../text.ts';
import { actorIn } from './actor.ts';
import type { Grid } from './grid.ts';

/** A table with a version in each cell. */
export function toMarkdown({ names, rows }: Grid): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  return [
    line(['System', ...names]),
    `|${' --- |'.repeat(names.length + 1)}`,
    ...rows.map(({ source, cells }) =>
      line([
        shortSource(source),
        ...cells.map((event) => (event === null ? '' : (event.version ?? event.type))),
      ]),
    ),
    '',
  ].join('\n');
}

/** A line for each cell, with everything that the cell says. */
export function toCsv({ environments, rows }: Grid): string {
  const lines = rows.flatMap(({ source, cells }) =>
    cells.flatMap((event, index) =>
      event === null
        ? []
        : [
            [
              ...[source, environments[index] ?? '', event.version ?? '', event.time, event.type],
              ...[event.severity ?? '', actorIn(event.data), event.id],
            ],
          ],
    ),
  );
  const header = ['system', 'environment', 'version', 'since', 'type', 'severity', 'by', 'event'];
  return [header, ...lines].map((line) => `${line.map(toField).join(',')}\r\n`).join('');
}

/** Spreadsheets run what begins like a formula; an apostrophe makes it text. */
function toField(text: string): string {
  const shown = revealText(text);
  const harmless = /^[=+\-@\t\r]/.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
