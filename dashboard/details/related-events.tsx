import { useSignal } from '@preact/signals';
import type { StoredEvent } from '../../backend/model/event.ts';
import { SeverityMark } from '../components/severity-mark.tsx';
import type { Navigation } from '../navigation.ts';
import { revealText, shortSource } from '../text.ts';
import { formatDuration } from '../time-format.ts';
import { distanceOf, type Related } from './cell.ts';
import { EventLink, nameOf } from './event-link.tsx';
import { Section } from './section.tsx';

export interface RelatedEventsProps {
  readonly event: StoredEvent;
  readonly related: readonly Related[];
  readonly navigation: Navigation;
}

/** As many as are read at a glance. */
const FEW = 8;

/** What else happened around that time, and why it is listed. */
export function RelatedEvents({ event, related, navigation }: RelatedEventsProps) {
  const isAll = useSignal(false);
  const shown = isAll.value ? related : related.slice(0, FEW);
  return (
    <Section name="Around it">
      {related.length === 0 ? (
        <p class="muted">
          Nothing else within 30 minutes of the same system
          {event.subject !== null && ' or environment'}.
        </p>
      ) : (
        <ul class="near">
          {shown.map(({ event: one, reason }) => (
            <li key={`${one.source}\n${one.id}`}>
              <SeverityMark severity={one.severity} />
              <span>
                <EventLink event={one} navigation={navigation} text={nameOf(one)} />{' '}
                <span class="muted">
                  <bdi>{revealText(shortSource(one.source))}</bdi>,{' '}
                  {distanceOf(one, event, formatDuration)}, {reason}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < related.length && (
        <button
          type="button"
          class="button button-small"
          onClick={() => {
            isAll.value = true;
          }}
        >
          Show all {related.length}
        </button>
      )}
    </Section>
  );
}
