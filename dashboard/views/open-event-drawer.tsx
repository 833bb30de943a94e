import type { App } from '../app.ts';
import type { EventDrawerProps } from '../components/event-drawer.tsx';
import { lazy, usePreload } from '../components/lazy.tsx';
import type { Session } from '../session.ts';
import { useOpenEvent } from './use-open-event.ts';

export interface OpenEventDrawerProps extends Omit<EventDrawerProps, 'open' | 'now'> {
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
  const open = useOpenEvent(session, app.navigation.event.value);
  return open === null ? null : <EventDrawer open={open} now={app.now} {...actions} />;
}
