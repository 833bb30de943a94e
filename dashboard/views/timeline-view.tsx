import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { App } from '../app.ts';
import { EventDrawer } from '../components/event-drawer.tsx';
import { FilterPanel } from '../components/filter-panel.tsx';
import { HelpSheet } from '../components/help-sheet.tsx';
import { Sheet } from '../components/sheet.tsx';
import { TopBar } from '../components/top-bar.tsx';
import type { Preferences } from '../preferences.ts';
import type { Session } from '../session.ts';
import { TimelineMain } from './timeline-main.tsx';
import { createTimelineModel, type TimelineModel } from './timeline-model.ts';
import { useKeyboard } from './use-keyboard.ts';
import { useOpenEvent } from './use-open-event.ts';

export interface TimelineViewProps {
  readonly app: App;
  readonly session: Session;
  readonly preferences: Preferences;
}

/** The timeline with everything around it. */
export function TimelineView({ app, session, preferences }: TimelineViewProps) {
  const { navigation, now } = app;
  const { store } = session;
  const model = useMemo(() => createTimelineModel(session, navigation), [session, navigation]);
  const areLettersOff = useMemo(() => () => preferences.areLettersOff.value, [preferences]);
  useEffect(() => model.dispose, [model]);
  useKeyboard(model.run, areLettersOff);
  useSignalEffect(() => {
    const waiting = store.timeline.value.pending.length;
    document.title = waiting === 0 ? 'Timeline – Milepost' : `(${waiting}) Timeline – Milepost`;
  });
  const view = navigation.view.value;
  const open = useOpenEvent(session, view.event);
  const filters = (
    <FilterPanel view={view} facets={store.counts.value.facets} onToggle={model.filter} />
  );
  return (
    <div class="app">
      <TopBar
        account={session.account.value}
        connection={store.connection.value}
        now={now}
        search={view.search}
        isPaused={session.isPaused}
        theme={preferences.theme}
        onSkip={model.enter}
        onSearch={model.search}
        onFilters={() => {
          model.sheet.value = 'filters';
        }}
        onHelp={() => {
          model.sheet.value = 'help';
        }}
        onSignOut={() => void app.signOut()}
      />
      <nav class="sidebar" aria-label="Filters">
        {filters}
      </nav>
      <TimelineMain
        session={session}
        model={model}
        view={view}
        now={now}
        onChange={navigation.show}
      />
      {open !== null && (
        <EventDrawer
          open={open}
          now={now}
          onClose={model.close}
          onStep={model.step}
          onFilter={model.filter}
        />
      )}
      <Sheets model={model} filters={filters} areLettersOff={preferences.areLettersOff} />
      <p class="toast" role="status">
        {model.notice.value}
      </p>
    </div>
  );
}

interface SheetsProps {
  readonly model: TimelineModel;
  readonly filters: ComponentChildren;
  readonly areLettersOff: Preferences['areLettersOff'];
}

/** What is opened in front of everything else. */
function Sheets({ model, filters, areLettersOff }: SheetsProps) {
  const close = () => {
    model.sheet.value = null;
  };
  if (model.sheet.value === 'help')
    return <HelpSheet areLettersOff={areLettersOff} onClose={close} />;
  if (model.sheet.value === null) return null;
  return (
    <Sheet title="Filters" onClose={close}>
      {filters}
    </Sheet>
  );
}
