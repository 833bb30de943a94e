import type { App } from '../app.ts';
import type { Session } from '../session.ts';
import { SettingsView } from '../settings/settings-view.tsx';
import { WelcomeView } from '../welcome/welcome-view.tsx';
import { InviteView } from './invite-view.tsx';
import { ResetView } from './reset-view.tsx';
import { SetUpView } from './set-up-view.tsx';

export interface ConsoleViewProps {
  readonly app: App;
  /** Null: nobody is signed in yet. */
  readonly session: Session | null;
}

/** The ways in, the first minutes, and the settings. */
export function ConsoleView({ app, session }: ConsoleViewProps) {
  const place = app.navigation.place.value;
  switch (place.kind) {
    case 'set-up':
      return <SetUpView app={app} />;
    case 'invite':
      return <InviteView app={app} />;
    case 'reset':
      return <ResetView app={app} />;
    default:
      return session === null ? null : <Inside app={app} session={session} />;
  }
}

interface InsideProps extends ConsoleViewProps {
  readonly session: Session;
}

function Inside({ app, session }: InsideProps) {
  const place = app.navigation.place.value;
  if (place.kind === 'welcome') return <WelcomeView app={app} session={session} />;
  if (place.kind !== 'settings') return null;
  return <SettingsView app={app} session={session} page={place.page} />;
}
