/** The job summary. GitHub renders it as Markdown with HTML in it, so every value is escaped. */
import type { Origin } from '../plugins/build-event.ts';
import { cut } from '../plugins/text.ts';

export interface SummaryContent {
  /** Such as `Recorded on the timeline`. */
  readonly title: string;
  readonly origins: readonly Origin[];
  /** What went wrong and what to do. */
  readonly notes: readonly string[];
  /** The page of the event. */
  readonly link?: string | undefined;
}

const SHOWN_LENGTH = 300;

/** One block of HTML without an empty line in it: Markdown would begin again behind one. */
export function renderSummary({ title, origins, notes, link }: SummaryContent): string {
  const rows = origins.map(
    ({ field, value, origin }) =>
      `<tr><td>${escapeHtml(field)}</td><td>${code(value)}</td><td>${escapeHtml(origin)}</td></tr>`,
  );
  const table = [
    '<table>',
    '<tr><th>Field</th><th>Value</th><th>Where it comes from</th></tr>',
    ...rows,
    '</table>',
  ];
  return [
    `<h3>${escapeHtml(title)}</h3>`,
    ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
    ...(origins.length === 0 ? [] : table),
    ...(link === undefined
      ? []
      : [`<p><a href="${escapeHtml(link)}">Open the event on the timeline</a></p>`]),
    '',
  ].join('\n');
}

/** As code, GitHub makes no mentions, issue links or emoji of it. */
function code(value: string): string {
  return `<code>${escapeHtml(cut(value, SHOWN_LENGTH))}</code>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes; what Markdown could take for its own becomes a number as well. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replace(/[`*_[\]|\\~@]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\s+/g, ' ');
}
