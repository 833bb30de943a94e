import { useMemo } from 'preact/hooks';
import type { StoredEvent } from '../../backend/model/event.ts';
import { OutsideLink } from '../components/event-text.tsx';
import { Icon } from '../components/icon.tsx';
import type { Navigation } from '../navigation.ts';
import type { Session } from '../session.ts';
import { Loaded } from '../settings/loaded.tsx';
import { formatDuration } from '../time-format.ts';
import { distanceOf, relationsOf } from './cell.ts';
import { Changes } from './changes.tsx';
import { EventData } from './event-data.tsx';
import { EventLink, nameOf } from './event-link.tsx';
import { eventLinks } from './forge.ts';
import { ImpactPanel } from './impact-panel.tsx';
import { incidentPath, isTrouble } from './incident-link.ts';
import { createInsightApi } from './insight-api.ts';
import { RelatedEvents } from './related-events.tsx';
import { type Surroundings, useSurroundings } from './use-surroundings.ts';

export interface EventMoreProps {
  readonly event: StoredEvent;
  readonly session: Session;
  readonly navigation: Navigation;
}

/** What takes a question to the server, or more code than the list wants to wait for. */
export function EventMore({ event, session, navigation }: EventMoreProps) {
  const api = useMemo(() => createInsightApi(session.key), [session]);
  const surroundings = useSurroundings(api, event);
  const state = surroundings.state.value;
  const known = state.kind === 'ready' ? state.value : null;
  return (
    <>
      <Ways event={event} known={known} navigation={navigation} />
      <ImpactPanel api={api} event={event} navigation={navigation} />
      <Loaded resource={surroundings}>
        {({ cell, kin, related }) => (
          <>
            <Changes event={event} cell={cell} kin={kin} navigation={navigation} />
            <RelatedEvents event={event} related={related} navigation={navigation} />
          </>
        )}
      </Loaded>
      <EventData event={event} />
    </>
  );
}

interface WaysProps {
  readonly event: StoredEvent;
  readonly known: Surroundings | null;
  readonly navigation: Navigation;
}

/** Where one goes from here: to what undid it, to the run and the commit, to the causes. */
function Ways({ event, known, navigation }: WaysProps) {
  const links = eventLinks(event);
  const relations = known === null ? [] : relationsOf(event, known.kin);
  return (
    <>
      {relations.map(({ name, event: other }) => (
        <p key={name} class="relation">
          <Icon name="back" />
          <span>
            {name} <EventLink event={other} navigation={navigation} text={nameOf(other)} />{' '}
            <span class="muted">{distanceOf(other, event, formatDuration)}</span>
          </span>
        </p>
      ))}
      {isTrouble(event) && (
        <p class="actions">
          <a class="button" data-primary href={incidentPath(event)}>
            What changed before this?
          </a>
        </p>
      )}
      {links.length > 0 && (
        <ul class="ways" aria-label="Links">
          {links.map(({ name, href }) => (
            <li key={name}>
              <OutsideLink href={href} text={name} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
