/** Moves the loaded part of the list: on at either end, or to somewhere else. */

import type { Landing } from './jump.ts';
import type { LoaderDependencies } from './loader.ts';
import type { ApiError, ApiResult } from './requests.ts';

export interface ListWindow {
  /** Reads on behind the oldest row, when there is more. */
  loadMore(): void;
  /** The same above the newest row that is loaded. */
  loadNewer(): void;
  /** Loads what lies around the event with this index in the list, counted from the newest. */
  jumpTo(index: number): void;
  /** Loads what had happened by a moment, ms; resolves when it is there. */
  jumpToTime(moment: number): Promise<void>;
}

/** The requests for one state of the list; those for another are given up. */
export interface Listing {
  current(): AbortSignal;
  renew(): AbortSignal;
  /** Resolves when the list of the view is there. */
  loaded(): Promise<void>;
}

/** Above the list there is no room for a button to try again, ms. */
const RETRY_MS = 3000;

/** Fetched when it is needed: few people leave the newest events. Null where it cannot be had. */
const findPlaces = () => import('./jump.ts').catch(() => null);

type Dependencies = Pick<LoaderDependencies, 'api' | 'store' | 'view'>;

export function createListWindow(
  { api, store, view }: Dependencies,
  onError: (error: ApiError) => void,
  listing: Listing,
): ListWindow {
  const { dispatch } = store;

  const loadMore = async (): Promise<void> => {
    const { next, status, more } = store.timeline.peek();
    if (next === null || status !== 'ready' || more === 'loading') return;
    const signal = listing.current();
    dispatch({ kind: 'more-started' });
    const answer = await api.events(view.peek(), signal, next);
    if (signal.aborted) return;
    if (answer.ok) dispatch({ kind: 'more-loaded', page: answer.value });
    else {
      dispatch({ kind: 'more-failed' });
      onError(answer.error);
    }
  };
  const loadNewer = async (): Promise<void> => {
    const { newer, status, upward } = store.timeline.peek();
    if (newer === null || status !== 'ready' || upward === 'loading') return;
    const signal = listing.current();
    dispatch({ kind: 'newer-started' });
    const answer = await api.newer(view.peek(), signal, newer);
    if (signal.aborted) return;
    if (answer.ok) dispatch({ kind: 'newer-loaded', page: answer.value });
    else {
      dispatch({ kind: 'newer-failed' });
      onError(answer.error);
      setTimeout(() => signal.aborted || void loadNewer(), RETRY_MS);
    }
  };
  const land = (answer: ApiResult<Landing> | null, signal: AbortSignal, waiting: number): void => {
    if (signal.aborted) return;
    if (answer === null || !answer.ok) {
      dispatch({ kind: 'more-failed' });
      if (answer !== null && !answer.ok) onError(answer.error);
      return;
    }
    const { page, newer, start } = answer.value;
    // Figures count what waits, the list does not.
    dispatch({
      kind: 'jumped',
      page,
      newer,
      start: Math.max(newer === null ? 0 : 1, start - waiting),
    });
  };
  const jumpTo = async (index: number): Promise<void> => {
    const { summary } = store.counts.peek();
    if (summary === null || store.timeline.peek().status !== 'ready') return;
    const signal = listing.renew();
    const waiting = store.timeline.peek().pending.length;
    const shown = view.peek();
    const wanted = index + waiting;
    const places = await findPlaces();
    const landing = places?.landAt(api, shown, summary, wanted, signal, Date.now()) ?? null;
    land(await landing, signal, waiting);
  };
  const jumpToTime = async (moment: number): Promise<void> => {
    await listing.loaded();
    const signal = listing.renew();
    const { pending } = store.timeline.peek();
    const places = await findPlaces();
    const waiting = pending.filter(({ time }) => Date.parse(time) > moment).length;
    const landing = places?.landAtTime(api, view.peek(), moment, signal) ?? null;
    land(await landing, signal, waiting);
  };

  return {
    loadMore: () => void loadMore(),
    loadNewer: () => void loadNewer(),
    jumpTo: (index) => void jumpTo(index),
    jumpToTime,
  };
}
