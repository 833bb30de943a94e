import { useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { FilterPanel } from '../components/filter-panel.tsx';
import { Sheet } from '../components/sheet.tsx';
import { OpenEventDrawer } from './open-event-drawer.tsx';
import { TimelineMain } from './timeline-main.tsx';
import { createTimelineModel } from './timeline-model.ts';
import { useHold } from './use-hold.ts';
import { useKeyboard } from './use-keyboard.ts';
import type { ViewProps } from './view-props.ts';

/** The timeline with everything around it. */
export function TimelineView({ app, session, preferences }: ViewProps) {
  const { navigation, now } = app;
  const { store } = session;
  const model = useMemo(() => createTimelineModel(app, session), [app, session]);
  useEffect(() => model.dispose, [model]);
  useHold(session, navigation);
  useKeyboard(model.commands, preferences);
  useSignalEffect(() => {
    const waiting = store.timeline.value.pending.length;
    document.title = waiting === 0 ? 'Timeline – Milepost' : `(${waiting}) Timeline – Milepost`;
  });
  const view = navigation.view.value;
  const filters = (
    <FilterPanel view={view} facets={store.counts.value.facets} onToggle={model.filter} />
  );
  return (
    <>
      <nav class="sidebar" aria-label="Filters">
        {filters}
      </nav>
      <TimelineMain
        session={session}
        model={model}
        view={view}
        now={now}
        preferences={preferences}
        onChange={navigation.show}
      />
      <OpenEventDrawer
        app={app}
        session={session}
        onClose={model.close}
        onStep={model.step}
        onFilter={model.filter}
      />
      {model.areFiltersOpen.value && (
        <Sheet
          title="Filters"
          onClose={() => {
            model.areFiltersOpen.value = false;
          }}
        >
          {filters}
        </Sheet>
      )}
    </>
  );
}
