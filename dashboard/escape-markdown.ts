/** What pipelines wrote, in Markdown for people to paste elsewhere. Pure. */
import { revealText } from './text.ts';

/** Tables are cut at bars before anything else is read; some readers do not mind a backslash there. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
};

/**
 * Text that stays text in GitHub's and every other Markdown: on one line, without marks, links,
 * HTML, entities or columns.
 */
export function escapeMarkdown(text: string): string {
  return revealText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]~#$!{}^]/g, '\\$&')
    .replace(/[&<>|]/g, (character) => ENTITIES[character] ?? character)
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}\\.`)
    .replace(/@/g, '\\@')
    .replace(/^(?:[-+=]|\d+(?=[.)](?:\s|$)))/, (mark) =>
      /\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
    );
}
