/** Text from a pipeline is hostile: these make it fit to keep and fit to show. Pure. */
import { createHash } from 'node:crypto';

/** What ends a line, moves a cursor or reorders what is read: no name needs any of it. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;
const UNPRINTABLE_IN_JSON = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const UNPRINTABLE_IN_PROSE = /[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/gu;
const HASH_LENGTH = 7;

/** One line of printable, well-formed text. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').trim();
}

/** Printable text that may have several lines. */
export function prose(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNPRINTABLE_IN_PROSE, ' ').trim();
}

/** Text of at most `limit` code points; a cut is visible. */
export function cut(text: string, limit: number): string {
  const points = [...text];
  return points.length <= limit ? text : `${points.slice(0, limit - 1).join('')}…`;
}

/**
 * As `cut`, for names: a hash of the whole name follows the cut, so that two names which begin
 * alike stay two names.
 */
export function cutName(name: string, limit: number): string {
  const points = [...name];
  if (points.length <= limit) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  return `${points.slice(0, limit - 1 - HASH_LENGTH).join('')}…${hash}`;
}

/** Wherever it stands in a line: `##[…]` for GitHub's runner, `##vso[…]` for Azure's agent. */
const COMMAND_IN_LINE = /##(?=\w*\[)/g;

/** A line that no pipeline takes for a command; GitHub's runner reads `::…::` where one begins. */
export function logLine(text: string): string {
  return oneLine(text).replace(COMMAND_IN_LINE, '# #').replace(/^::/, ': :');
}

/** JSON on one line that a terminal or a log can show; the same value when it is read back. */
export function showJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(
      UNPRINTABLE_IN_JSON,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .replace(COMMAND_IN_LINE, '#\\u0023');
}

/** An `http` or `https` URL without credentials, else undefined: it will be shown as a link. */
export function webUrl(text: string | undefined): string | undefined {
  if (text === undefined || !/^https?:\/\//i.test(text)) return undefined;
  try {
    const url = new URL(text);
    url.username = '';
    url.password = '';
    return url.href;
  } catch {
    return undefined;
  }
}
