import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { App } from '../app.ts';
import { ConnectionIndicator } from '../components/connection-indicator.tsx';
import { EventText } from '../components/event-text.tsx';
import { EventTime } from '../components/event-time.tsx';
import { Icon } from '../components/icon.tsx';
import type { Session } from '../session.ts';
import { createConsoleApi } from '../settings/console-api.ts';
import { mayManage } from '../settings/permissions.ts';
import { shortSource } from '../text.ts';
import { Door } from '../views/door.tsx';
import { MakeKey } from './make-key.tsx';
import { NoEventYet } from './no-event-yet.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';

export interface WelcomeViewProps {
  readonly app: App;
  readonly session: Session;
}

/** When waiting becomes wondering, ms. */
const PATIENCE_MS = 60_000;

/** The first minutes: a key, what a pipeline needs, and the proof that it works. */
export function WelcomeView({ app, session }: WelcomeViewProps) {
  const account = session.account.value;
  const api = useMemo(() => createConsoleApi(session.key, session.end), [session]);
  const secret = useSignal<string | null>(null);
  const first = session.store.timeline.value.rows[0];
  const canMake = account !== null && mayManage(account);
  return (
    <Door title="Connect a pipeline" isWide>
      <ol class="steps">
        <li class="step" data-done={secret.value !== null}>
          <h2>A key for the pipeline</h2>
          {canMake ? (
            <MakeKey
              make={api.makeKey}
              scope="READ_WRITE"
              suggestion="first pipeline"
              secret={secret.value}
              onMade={(made) => {
                secret.value = made;
              }}
            />
          ) : (
            <p>{account === null ? 'Loading…' : 'Ask an owner or admin for a READ_WRITE key.'}</p>
          )}
        </li>
        <li class="step" data-done={first !== undefined}>
          <h2>Record an event</h2>
          <SnippetTabs secret={secret.value} />
        </li>
        <li class="step" data-done={first !== undefined}>
          <Arrival app={app} session={session} first={first} />
        </li>
      </ol>
    </Door>
  );
}

interface ArrivalProps extends WelcomeViewProps {
  readonly first: StoredEvent | undefined;
}

function Arrival({ app, session, first }: ArrivalProps) {
  const since = useMemo(() => Date.now(), []);
  const isLate = app.now.value - since > PATIENCE_MS;
  return (
    <>
      <h2>{first === undefined ? 'Waiting for it' : 'Received'}</h2>
      <div role="status">
        {first === undefined ? (
          <p class="waiting">
            <span class="waiting-dot" aria-hidden="true" /> It shows up here the moment it arrives.
          </p>
        ) : (
          <Received event={first} app={app} />
        )}
      </div>
      {first === undefined && isLate && <NoEventYet />}
      <ConnectionIndicator connection={session.store.connection.value} now={app.now} />
      <p class="actions">
        <a href="/timeline" class="button" data-primary={first !== undefined}>
          Go to the timeline
        </a>
        <a href="/settings/members" class="button">
          Invite others
        </a>
      </p>
    </>
  );
}

function Received({ event, app }: { readonly event: StoredEvent; readonly app: App }) {
  return (
    <p class="received">
      <Icon name="check" />
      <span>
        <strong>
          <EventText text={event.type} />
        </strong>{' '}
        from <EventText text={shortSource(event.source)} />,{' '}
        <EventTime iso={event.time} now={app.now} />
      </span>
    </p>
  );
}
