import { type ReadonlySignal, useComputed } from '@preact/signals';
import { EmptyState } from '../components/empty-state.tsx';
import { EventGrid } from '../components/event-grid.tsx';
import { Failure } from '../components/failure.tsx';
import { FilterChips } from '../components/filter-chips.tsx';
import { HistogramChart } from '../components/histogram-chart.tsx';
import { Icon } from '../components/icon.tsx';
import { NewEventsPill } from '../components/new-events-pill.tsx';
import { PauseButton } from '../components/pause-button.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';
import { toHistogram } from '../histogram.ts';
import type { Session } from '../session.ts';
import type { ViewState } from '../url-state.ts';
import type { TimelineModel } from './timeline-model.ts';

export interface TimelineMainProps {
  readonly session: Session;
  readonly model: TimelineModel;
  readonly view: ViewState;
  readonly now: ReadonlySignal<number>;
  readonly onChange: (view: ViewState) => void;
}

/** More bars than this cannot be told apart on a phone. */
const MAX_BARS = 90;
const COUNT = new Intl.NumberFormat('en');

/** The search, the figures, the histogram and the list. */
export function TimelineMain({ session, model, view, now, onChange }: TimelineMainProps) {
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
      <div class="main-head">
        <SearchBox value={view.search} onSearch={model.search} />
        <PauseButton isPaused={session.isPaused} />
        <button
          type="button"
          class="button filters-button"
          onClick={() => {
            model.areFiltersOpen.value = true;
          }}
        >
          <Icon name="filter" /> Filters
        </button>
        <RangePicker range={view} onChange={model.choose} />
      </div>
      <h2 class="total">
        {summary === null ? (
          <span class="skeleton" aria-hidden="true" />
        ) : (
          `${COUNT.format(summary.total)} ${summary.total === 1 ? 'event' : 'events'}`
        )}
      </h2>
      <HistogramChart histogram={histogram.value} onPick={model.pick} />
      <FilterChips view={view} onChange={onChange} onClear={model.clear} />
      <div class="list" data-paused={session.isPaused.value}>
        <NewEventsPill count={pending.length} onShow={model.showNew} />
        <List session={session} model={model} view={view} now={now} />
      </div>
    </main>
  );
}

function List({ session, model, view, now }: Omit<TimelineMainProps, 'onChange'>) {
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
      openEvent={view.event}
      focus={model.focus}
      toNewest={model.toNewest}
      now={now}
      onOpen={model.open}
      onFilter={model.filter}
      onMore={session.loadMore}
      onTop={(isAtTop) => {
        session.isAtTop.value = isAtTop;
      }}
    />
  );
}
