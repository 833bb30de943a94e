import type { App } from '../app.ts';
import { isSetUpPath } from '../navigation.ts';
import type { Preferences } from '../preferences.ts';
import { SetUpView } from './set-up-view.tsx';
import { SignInView } from './sign-in-view.tsx';
import { TimelineView } from './timeline-view.tsx';

export interface RootProps {
  readonly app: App;
  readonly preferences: Preferences;
}

/** Which view it is: by who is signed in, and by the path. */
export function Root({ app, preferences }: RootProps) {
  const session = app.session.value;
  if (isSetUpPath(app.navigation.path.value)) return <SetUpView app={app} />;
  if (session === null) return <SignInView app={app} />;
  return <TimelineView app={app} session={session} preferences={preferences} />;
}
