import type { ComponentType } from 'preact';
import type { App } from '../app.ts';
import { lazy, usePreload } from '../components/lazy.tsx';
import { HomeView } from '../home/home-view.tsx';
import type { Place, ViewKind } from '../places.ts';
import type { Preferences } from '../preferences.ts';
import { Shell } from './shell.tsx';
import type { ViewProps } from './view-props.ts';

export interface RootProps {
  readonly app: App;
  readonly preferences: Preferences;
}

/** Most who come are in already. */
const SignInView = lazy(async () => (await import('./sign-in-view.tsx')).SignInView, Asking);
const TimelineView = lazy(async () => (await import('./timeline-view.tsx')).TimelineView);
const ConsentView = lazy(async () => (await import('../consent/consent-view.tsx')).ConsentView);
const ConsoleView = lazy(async () => (await import('./console-view.tsx')).ConsoleView);

/** Everything with a shell around it; all but the start page is fetched when it is needed. */
const VIEWS: Readonly<Record<ViewKind | 'settings', ComponentType<ViewProps>>> = {
  home: HomeView,
  timeline: TimelineView,
  incident: lazy(async () => (await import('../incident/incident-view.tsx')).IncidentView),
  insights: lazy(async () => (await import('../insights/insights-view.tsx')).InsightsView),
  settings: ConsoleView,
};

/** Their links are for people who are not signed in yet. */
const OPEN_PLACES: readonly Place['kind'][] = ['set-up', 'invite', 'reset'];

/** Which view it is: by who is signed in, and by the address. */
export function Root({ app, preferences }: RootProps) {
  usePreload(TimelineView);
  const { kind } = app.navigation.place.value;
  const session = app.session.value;
  if (OPEN_PLACES.includes(kind)) {
    return <ConsoleView app={app} session={session} />;
  }
  if (session === null) {
    return app.isAsking.value ? <Asking /> : <SignInView app={app} />;
  }
  const inside = { app, preferences, session };
  const View = kind in VIEWS ? VIEWS[kind as keyof typeof VIEWS] : null;
  if (kind === 'consent') return <ConsentView {...inside} />;
  if (View === null) return <ConsoleView {...inside} />;
  return (
    <Shell {...inside}>
      <View {...inside} />
    </Shell>
  );
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
