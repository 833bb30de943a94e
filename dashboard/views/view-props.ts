import type { App } from '../app.ts';
import type { Preferences } from '../preferences.ts';
import type { Session } from '../session.ts';

/** What a view for people who are signed in works with. */
export interface ViewProps {
  readonly app: App;
  readonly session: Session;
  readonly preferences: Preferences;
}
