import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Summary } from '../api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { EventGrid } from '../components/event-grid.tsx';
import { Failure } from '../components/failure.tsx';
import { FilterChips } from '../components/filter-chips.tsx';
import { HistogramChart } from '../components/histogram-chart.tsx';
import { ListOptions } from '../components/list-options.tsx';
import { NewEventsPill } from '../components/new-events-pill.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { ZonePicker } from '../components/zone-picker.tsx';
import { ZoomTools } from '../components/zoom-tools.tsx';
import { toHistogram } from '../histogram.ts';
import type { Preferences } from '../preferences.ts';
import type { Session } from '../session.ts';
import type { ViewState } from '../url-state.ts';
import { TimelineHead } from './timeline-head.tsx';
import type { TimelineModel } from './timeline-model.ts';

export interface TimelineMainProps {
  readonly session: Session;
  readonly model: TimelineModel;
  readonly view: ViewState;
  readonly now: ReadonlySignal<number>;
  readonly preferences: Preferences;
  readonly onChange: (view: ViewState) => void;
}

/** More bars than this cannot be told apart on a phone. */
const MAX_BARS = 90;
const COUNT = new Intl.NumberFormat('en');

/** The search, the figures, the histogram and the list. */
export function TimelineMain(props: TimelineMainProps) {
  const { session, model, view, now, preferences, onChange } = props;
  const { store } = session;
  const { summary } = store.counts.value;
  const histogram = useComputed(() => {
    const counted = store.counts.value.summary;
    // Not the clock of every second: bars only move with new figures.
    return counted === null ? null : toHistogram(counted, view.to === '', now.peek(), MAX_BARS);
  });
  const { pending } = store.timeline.value;
  return (
    <main class="main" tabIndex={-1}>
      <h1 class="visually-hidden">Timeline</h1>
      <TimelineHead session={session} model={model} view={view} />
      <HistogramChart
        histogram={histogram.value}
        onPick={model.pick}
        title={<Total summary={summary} />}
      >
        <ZoomTools {...model} />
        <ZonePicker
          preferred={preferences.timeZone}
          now={now.peek()}
          onChosen={() => onChange({ ...view, zone: '' })}
        />
        <ListOptions
          areBurstsGrouped={view.areBurstsGrouped}
          onBursts={model.toggleBursts}
          onGoTo={(moment) => void model.goToTime(moment)}
          onCopy={() => void model.copyExactLink()}
        />
      </HistogramChart>
      <FilterChips view={view} onChange={onChange} onClear={model.clear} />
      <div class="list" data-paused={session.isPaused.value}>
        <NewEventsPill count={pending.length} reason={session.held.value} onShow={model.showNew} />
        <List session={session} model={model} view={view} now={now} />
      </div>
    </main>
  );
}

function Total({ summary }: { readonly summary: Summary | null }) {
  return (
    <h2 class="total">
      {summary === null ? (
        <span class="skeleton" aria-hidden="true" />
      ) : (
        `${COUNT.format(summary.total)} ${summary.total === 1 ? 'event' : 'events'}`
      )}
    </h2>
  );
}

type ListProps = Pick<TimelineMainProps, 'session' | 'model' | 'view' | 'now'>;

function List({ session, model, view, now }: ListProps) {
  const timeline = session.store.timeline.value;
  const { summary } = session.store.counts.value;
  const { status, rows, error } = timeline;
  if (status === 'failed' && error !== null) {
    return (
      <Failure error={error} what="The events" onRetry={session.reload} onClear={model.clear} />
    );
  }
  if (status === 'loading' && rows.length === 0) return <SkeletonRows />;
  if (rows.length === 0) return <EmptyState view={timeline.view} onClear={model.clear} />;
  return (
    <EventGrid
      timeline={timeline}
      total={summary?.total ?? null}
      list={model.list}
      openEvent={view.event}
      focus={model.focus}
      toNewest={model.toNewest}
      landed={model.landed}
      now={now}
      onOpen={model.open}
      onFilter={model.filter}
      onMore={session.list.loadMore}
      onNewer={session.list.loadNewer}
      onJump={session.list.jumpTo}
      onTop={(isAtTop) => {
        session.isAtTop.value = isAtTop;
      }}
    />
  );
}
