/** What a notification says about the events that came for a view. Pure. */
import { SEVERITIES, type StoredEvent } from '../../backend/model/event.ts';
import { descriptionOf, revealText, shortSource } from '../text.ts';

export interface NotificationText {
  readonly title: string;
  readonly body: string;
}

/** More at a time than this become one that counts them. */
const SINGLE = 1;
const LISTED = 3;

/** `events` oldest first, at least one. */
export function describeEvents(name: string, events: readonly StoredEvent[]): NotificationText {
  const [first] = events;
  if (first !== undefined && events.length <= SINGLE) {
    const where = first.subject === null ? '' : ` in ${revealText(first.subject)}`;
    const body = [name, revealText(descriptionOf(first.data))].filter((one) => one !== '');
    return { title: `${headline(first)}${where}`, body: body.join('\n') };
  }
  const worst = events.toSorted((one, other) => weight(other) - weight(one)).slice(0, LISTED);
  const rest = events.length - worst.length;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  return {
    title: `${events.length} events in “${name}”`,
    body: [...worst.map(headline), ...more].join('\n'),
  };
}

function headline({ severity, type, source, version }: StoredEvent): string {
  const words = [severity, type, shortSource(source), version].filter((word) => word !== null);
  return revealText(words.join(' '));
}

function weight({ severity }: StoredEvent): number {
  return severity === null ? -1 : SEVERITIES.indexOf(severity);
}
