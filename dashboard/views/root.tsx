import type { App } from '../app.ts';
import { lazy } from '../components/lazy.tsx';
import type { Preferences } from '../preferences.ts';
import type { Session } from '../session.ts';
import { SignInView } from './sign-in-view.tsx';
import { TimelineView } from './timeline-view.tsx';

export interface RootProps {
  readonly app: App;
  readonly preferences: Preferences;
}

const SettingsView = lazy(async () => (await import('../settings/settings-view.tsx')).SettingsView);
const WelcomeView = lazy(async () => (await import('../welcome/welcome-view.tsx')).WelcomeView);
const LinkView = lazy(async () => (await import('./link-view.tsx')).LinkView);

/** Which view it is: by who is signed in, and by the address. */
export function Root({ app, preferences }: RootProps) {
  const place = app.navigation.place.value;
  const session = app.session.value;
  if (place.kind === 'set-up' || place.kind === 'invite' || place.kind === 'reset') {
    return <LinkView app={app} kind={place.kind} />;
  }
  if (session === null) return app.isAsking.value ? <Asking /> : <SignInView app={app} />;
  return <Inside app={app} session={session} preferences={preferences} />;
}

function Inside(props: RootProps & { readonly session: Session }) {
  const place = props.app.navigation.place.value;
  if (place.kind === 'settings') return <SettingsView {...props} page={place.page} />;
  if (place.kind === 'welcome') return <WelcomeView app={props.app} session={props.session} />;
  return <TimelineView {...props} />;
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
