/** The findings for a postmortem, as Markdown. Whatever an event holds stays text. Pure. */

import type { Cause } from '../../backend/model/insight.ts';
import type { CausesAnswer } from '../details/insight-api.ts';
import { escapeMarkdown } from '../escape-markdown.ts';
import { descriptionOf } from '../text.ts';
import { formatDuration } from '../time-format.ts';
import { permalink, referenceTo } from '../url-state.ts';
import type { IncidentState } from './incident-state.ts';

/** `address` is where the view stands, `origin` where events do. */
export function toMarkdown(
  { at, causes, considered }: CausesAnswer,
  { subject, source, window }: IncidentState,
  { origin, address }: { readonly origin: string; readonly address: string },
): string {
  const facts = [
    `- Moment: ${clock(at)}`,
    `- Environment: ${subject === '' ? 'any' : escapeMarkdown(subject)}`,
    `- System: ${source === '' ? 'any' : escapeMarkdown(source)}`,
    `- Looked back: ${window}, ${considered} ${considered === 1 ? 'change' : 'changes'}`,
    `- [Open in Milepost](${address})`,
  ];
  const table = [
    '| # | Score | Time (UTC) | Before | Change | System | Environment | Why |',
    '| --: | --: | --- | --: | --- | --- | --- | --- |',
    ...causes.map((cause, index) => toRow(cause, index, at, origin)),
  ];
  return [
    `# What changed before ${clock(at)}`,
    facts.join('\n'),
    causes.length === 0 ? 'No change was recorded in this time.' : table.join('\n'),
    'The score adds up what speaks for a change. It is a reason to look, and no probability: that something happened before does not make it the cause.',
  ]
    .join('\n\n')
    .concat('\n');
}

function toRow({ event, score, reasons }: Cause, index: number, at: string, origin: string) {
  const { type, version, source, subject, time, data } = event;
  const name = escapeMarkdown([type, version ?? ''].join(' ').trim());
  const link = `[${name}](${permalink(origin, referenceTo(event))})`;
  const said = descriptionOf(data);
  const cells = [
    String(index + 1),
    String(score),
    clock(time),
    formatDuration(Date.parse(at) - Date.parse(time)),
    said === '' ? link : `${link}: ${escapeMarkdown(said)}`,
    escapeMarkdown(source),
    subject === null ? '–' : escapeMarkdown(subject),
    reasons.map(({ text, points }) => `${escapeMarkdown(text)} (+${points})`).join('; '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** In UTC, whoever reads it. */
function clock(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
