import type { App } from '../app.ts';
import { lazy } from '../components/lazy.tsx';
import type { Place } from '../places.ts';
import type { Preferences } from '../preferences.ts';
import { SignInView } from './sign-in-view.tsx';
import { TimelineView } from './timeline-view.tsx';

export interface RootProps {
  readonly app: App;
  readonly preferences: Preferences;
}

const ConsoleView = lazy(async () => (await import('./console-view.tsx')).ConsoleView);
/** Their links are for people who are not signed in yet. */
const OPEN_PLACES: readonly Place['kind'][] = ['set-up', 'invite', 'reset'];

/** Which view it is: by who is signed in, and by the address. */
export function Root({ app, preferences }: RootProps) {
  const { kind } = app.navigation.place.value;
  const session = app.session.value;
  if (OPEN_PLACES.includes(kind)) {
    return <ConsoleView app={app} preferences={preferences} session={session} />;
  }
  if (session === null) return app.isAsking.value ? <Asking /> : <SignInView app={app} />;
  if (kind === 'timeline') {
    return <TimelineView app={app} preferences={preferences} session={session} />;
  }
  return <ConsoleView app={app} preferences={preferences} session={session} />;
}

/** A blink of an eye, unless the server is far away. */
function Asking() {
  return (
    <main class="door">
      <h1 class="visually-hidden">Milepost</h1>
      <p role="status" class="visually-hidden">
        Loading
      </p>
    </main>
  );
}
