import { useComputed, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { Failure } from '../components/failure.tsx';
import { readersTime } from '../time-format.ts';
import { EMPTY_VIEW, type ListField } from '../url-state.ts';
import { OpenEventDrawer } from '../views/open-event-drawer.tsx';
import { useKeyboard } from '../views/use-keyboard.ts';
import type { ViewProps } from '../views/view-props.ts';
import { AsOfBanner } from './as-of-banner.tsx';
import { CompareBar } from './compare-bar.tsx';
import { EnvironmentSheet } from './environment-sheet.tsx';
import { createHomeModel } from './home-model.ts';
import { HomeTools } from './home-tools.tsx';
import { MatrixBody } from './matrix-body.tsx';
import { MatrixSummary } from './matrix-summary.tsx';

/** Ages are said in minutes: they need no other clock. */
const CLOCK_MS = 15_000;

/** What runs where, now or at a moment of the past. */
export function HomeView({ app, session, preferences }: ViewProps) {
  const { navigation } = app;
  const model = useMemo(
    () => createHomeModel(app, session, preferences),
    [app, session, preferences],
  );
  useKeyboard(model.commands, preferences);
  const isOpen = navigation.event.value !== null;
  useLayoutEffect(() => {
    if (isOpen || !(model.opener.current instanceof HTMLElement)) return;
    model.opener.current.focus();
    model.opener.current = null;
  }, [isOpen, model]);
  const matrix = session.store.matrix.value;
  const { moment, status, error } = matrix;
  // At a moment of the past, ages are those that things had then.
  const now = useComputed(
    () => session.store.matrix.value.moment ?? Math.ceil(app.now.value / CLOCK_MS) * CLOCK_MS,
  );
  useSignalEffect(() => {
    const at = session.store.matrix.value.moment;
    const when = at === null ? '' : `, ${readersTime.moment(at)}`;
    document.title = `What runs where${when} – Milepost`;
  });
  const toTimeline = (field: ListField, value: string) =>
    navigation.show({ ...EMPTY_VIEW, [field]: [value] });
  return (
    <>
      <main class="main home-main" tabIndex={-1}>
        <h1 class="visually-hidden">What runs where</h1>
        <HomeTools app={app} model={model} />
        {moment !== null && status !== 'failed' && (
          <AsOfBanner moment={moment} onNow={() => model.change({ at: '' })} />
        )}
        <CompareBar model={model} />
        <MatrixSummary model={model} matrix={matrix} />
        <div class="list">
          {status === 'failed' && error !== null ? (
            <Failure
              error={error}
              what="What runs where"
              onRetry={session.reloadHome}
              onClear={() => model.change({ at: '' })}
            />
          ) : (
            <MatrixBody app={app} model={model} matrix={matrix} now={now} />
          )}
        </div>
      </main>
      <OpenEventDrawer
        app={app}
        session={session}
        onClose={() => navigation.closeEvent()}
        onFilter={toTimeline}
      />
      {model.isOrdering.value && (
        <EnvironmentSheet model={model} chosen={preferences.environments} />
      )}
    </>
  );
}
