import { useComputed } from '@preact/signals';
import { Icon } from '../components/icon.tsx';
import { PauseButton } from '../components/pause-button.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { formatSearch } from '../search-syntax.ts';
import type { TimelineMainProps } from './timeline-main.tsx';

/** The versions of so many rows are suggested. */
const LOOKED_AT = 1000;

type TimelineHeadProps = Pick<TimelineMainProps, 'session' | 'model' | 'view'>;

/** What is searched for, and in which range. */
export function TimelineHead({ session, model, view }: TimelineHeadProps) {
  const { store } = session;
  const versions = useComputed(() => {
    const rows = store.timeline.value.rows.slice(0, LOOKED_AT);
    return [...new Set(rows.flatMap(({ version }) => version ?? []))];
  });
  return (
    <div class="main-head">
      <SearchBox
        value={formatSearch(view)}
        known={{ facets: store.counts.value.facets, versions: versions.value }}
        onSearch={model.search}
      />
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
  );
}
