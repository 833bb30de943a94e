import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { StoredEvent } from '../../backend/model/event.ts';
import type { App } from '../app.ts';
import { CommandBlock } from '../components/command-block.tsx';
import { ConnectionIndicator } from '../components/connection-indicator.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { EventText } from '../components/event-text.tsx';
import { EventTime } from '../components/event-time.tsx';
import { Icon } from '../components/icon.tsx';
import { Logo } from '../components/logo.tsx';
import { firstEventCommand } from '../curl.ts';
import { shortSource } from '../text.ts';
import { explain } from './sign-in-view.tsx';

type Progress =
  | { readonly kind: 'trading' }
  | { readonly kind: 'traded'; readonly key: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly canRetry: boolean };

const NO_TOKEN = 'This address needs the token of a set-up link, and each link works once.';

/** The first minutes: a key, a command that works, and the proof that it did. */
export function SetUpView({ app }: { readonly app: App }) {
  const progress = useSignal<Progress>({ kind: 'trading' });
  const trade = async () => {
    if (app.setUpToken === null) {
      progress.value = { kind: 'failed', reason: NO_TOKEN, canRetry: false };
      return;
    }
    progress.value = { kind: 'trading' };
    const answer = await app.setUp(app.setUpToken);
    progress.value = answer.ok
      ? { kind: 'traded', key: answer.value.key }
      : {
          kind: 'failed',
          reason: explain(answer.error),
          canRetry: answer.error.kind !== 'unauthorized',
        };
  };
  useEffect(() => {
    document.title = 'Set up – Milepost';
    void trade();
  }, []);
  const state = progress.value;
  return (
    <main class="door">
      <div class="card card-wide stack">
        <Logo />
        <h1>Set up Milepost</h1>
        {state.kind === 'trading' && <p role="status">Making your API key…</p>}
        {state.kind === 'failed' && (
          <Failed app={app} reason={state.reason} onRetry={state.canRetry ? trade : null} />
        )}
        {state.kind === 'traded' && <FirstSteps app={app} apiKey={state.key} />}
      </div>
    </main>
  );
}

interface FailedProps {
  readonly app: App;
  readonly reason: string;
  readonly onRetry: (() => Promise<void>) | null;
}

function Failed({ app, reason, onRetry }: FailedProps) {
  return (
    <>
      <p class="problem" role="alert">
        {reason}
      </p>
      <p class="actions">
        {onRetry !== null && (
          <button type="button" class="button" data-primary onClick={() => void onRetry()}>
            Try again
          </button>
        )}
        <ToTimeline app={app}>
          {app.session.value === null ? 'Sign in with a key' : 'Go to the timeline'}
        </ToTimeline>
      </p>
    </>
  );
}

interface FirstStepsProps {
  readonly app: App;
  readonly apiKey: string;
}

function FirstSteps({ app, apiKey }: FirstStepsProps) {
  const session = app.session.value;
  const first = session?.store.timeline.value.rows[0];
  return (
    <ol class="steps">
      <li class="step" data-done>
        <h2>Keep your API key</h2>
        <p>It is shown this once. It may read and write, and you are signed in with it here.</p>
        <div class="command">
          <pre>
            <code>{apiKey}</code>
          </pre>
          <CopyButton text={() => apiKey} label="Copy the key" isBare />
        </div>
      </li>
      <li class="step" data-done={first !== undefined}>
        <h2>Record your first event</h2>
        <p>Run this in a shell. It holds your key, so do not pass it on.</p>
        <CommandBlock
          command={firstEventCommand(location.origin, apiKey)}
          label="Copy the command"
        />
      </li>
      <li class="step" data-done={first !== undefined}>
        <h2>{first === undefined ? 'Waiting for it' : 'Received'}</h2>
        <div role="status">
          {first === undefined ? (
            <p class="waiting">
              <span class="waiting-dot" aria-hidden="true" /> It shows up here the moment it
              arrives.
            </p>
          ) : (
            <Received event={first} app={app} />
          )}
        </div>
        {session !== null && (
          <ConnectionIndicator connection={session.store.connection.value} now={app.now} />
        )}
        <p class="actions">
          <ToTimeline app={app} isPrimary={first !== undefined}>
            Go to the timeline
          </ToTimeline>
        </p>
      </li>
    </ol>
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

interface ToTimelineProps {
  readonly app: App;
  readonly isPrimary?: boolean;
  readonly children: string;
}

function ToTimeline({ app, isPrimary = false, children }: ToTimelineProps) {
  return (
    <a
      class="button"
      href="/"
      data-primary={isPrimary}
      onClick={(press) => {
        press.preventDefault();
        app.navigation.goTo('/');
      }}
    >
      {children}
    </a>
  );
}
