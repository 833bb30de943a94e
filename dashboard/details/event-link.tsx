import type { StoredEvent } from '../../backend/model/event.ts';
import { EventText } from '../components/event-text.tsx';
import type { Navigation } from '../navigation.ts';
import { toQuery, withReference } from '../url-state.ts';

export interface EventLinkProps {
  readonly event: Pick<StoredEvent, 'id' | 'source'>;
  readonly navigation: Navigation;
  readonly text: string;
  /** No stop of the keyboard, where the same link stands nearby. */
  readonly isBare?: boolean;
}

/** Opens another event over the view that is on. */
export function EventLink({ event, navigation, text, isBare = false }: EventLinkProps) {
  const query = withReference(navigation.query.value, { id: event.id, source: event.source });
  return (
    <a
      class={isBare ? undefined : 'link'}
      tabIndex={isBare ? -1 : undefined}
      href={location.pathname + toQuery(query)}
    >
      <EventText text={text} />
    </a>
  );
}

/** What an event is called in a line: its type and its version. */
export function nameOf({ type, version }: Pick<StoredEvent, 'type' | 'version'>): string {
  return version === null ? type : `${type} ${version}`;
}
