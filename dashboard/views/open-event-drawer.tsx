import type { App } from '../app.ts';
import type { EventDrawerProps } from '../components/event-drawer.tsx';
import { lazy, usePreload } from '../components/lazy.tsx';
import type { Session } from '../session.ts';
import { useOpenEvent } from './use-open-event.ts';

type Given = 'open' | 'now' | 'session' | 'navigation';

export interface OpenEventDrawerProps extends Partial<Omit<EventDrawerProps, Given>> {
  readonly app: App;
  readonly session: Session;
}

const EventDrawer = lazy(
  async () => (await import('../components/event-drawer.tsx')).EventDrawer,
  () => null,
);

/** The details of the event that the address names, in whichever view. */
export function OpenEventDrawer({ app, session, ...actions }: OpenEventDrawerProps) {
  usePreload(EventDrawer);
  const { navigation, now } = app;
  const open = useOpenEvent(session, navigation.event.value);
  if (open === null) return null;
  const given = { open, now, session, navigation };
  return <EventDrawer {...given} onClose={navigation.closeEvent} {...actions} />;
}
