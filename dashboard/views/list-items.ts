/** The rows of the list: the events that are loaded, with bursts as one row each. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Item, toItems } from '../bursts.ts';
import type { Store } from '../store.ts';
import type { ViewState } from '../url-state.ts';

export interface ListItems {
  readonly items: ReadonlySignal<readonly Item[]>;
  /** Shows the events of a burst below it, or hides them again. */
  readonly toggle: (burst: string) => void;
}

export function createListItems(store: Store, view: ReadonlySignal<ViewState>): ListItems {
  const expanded = signal<ReadonlySet<string>>(new Set());
  const isGrouped = computed(() => view.value.areBurstsGrouped);
  return {
    items: computed(() => {
      const { rows, newer, next } = store.timeline.value;
      return toItems(rows, {
        isGrouped: isGrouped.value,
        expanded: expanded.value,
        hasNewer: newer !== null,
        hasOlder: next !== null,
      });
    }),
    toggle: (burst) => {
      const keys = new Set(expanded.peek());
      if (!keys.delete(burst)) keys.add(burst);
      expanded.value = keys;
    },
  };
}
