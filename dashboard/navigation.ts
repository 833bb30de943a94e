/** The address bar as a signal. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { currentAddress, isPlace, type Place, placeAt } from './places.ts';
import {
  EMPTY_VIEW,
  type EventReference,
  readReference,
  readViewState,
  timelineAddress,
  toQuery,
  type ViewState,
  withReference,
} from './url-state.ts';

export interface Navigation {
  readonly place: ReadonlySignal<Place>;
  /** What stands behind the `?`: each view reads its own state from it. */
  readonly query: ReadonlySignal<URLSearchParams>;
  /** What the timeline shows; the plain one while another view is on. */
  readonly view: ReadonlySignal<ViewState>;
  /** The event whose details are open, in any view. */
  readonly event: ReadonlySignal<EventReference | null>;
  /** Shows the timeline so; `replace` where Back should not come here again. */
  readonly show: (view: ViewState, how?: 'push' | 'replace') => void;
  /** The same page with another query. */
  readonly ask: (query: URLSearchParams, how?: 'push' | 'replace') => void;
  /** Opens the details of an event over the view that is on, in a way that `closeEvent` can undo. */
  readonly openEvent: (reference: EventReference) => void;
  /** Closes what `openEvent` has opened, by going back where that is the same. */
  readonly closeEvent: () => void;
  readonly goTo: (path: string, how?: 'push' | 'replace') => void;
}

/** Marks the history entry that opened the details. */
const OPENED = { isOpened: true } as const;

export function createNavigation(): Navigation {
  const address = signal(readAddress());
  const place = computed<Place>(() => placeAt(address.value.path) ?? { kind: 'home' });
  const query = computed(() => new URLSearchParams(address.value.query));
  const event = computed(() => readReference(query.value));
  addEventListener('popstate', () => {
    address.value = readAddress();
  });

  const change = (to: string, how: 'push' | 'replace', state: unknown) => {
    if (how === 'push') history.pushState(state, '', to);
    else history.replaceState(state, '', to);
    address.value = readAddress();
  };
  const goTo = (to: string, how: 'push' | 'replace' = 'push') => {
    if (to === location.pathname + location.search) return;
    change(to, how, how === 'replace' ? history.state : null);
  };
  const here = (parameters: URLSearchParams) => location.pathname + toQuery(parameters);
  followLinks((to) => goTo(to));

  return {
    ...{ place, query, event, goTo },
    view: computed(() =>
      place.value.kind === 'timeline'
        ? readViewState(query.value, address.value.readAt)
        : EMPTY_VIEW,
    ),
    show: (view, how) => goTo(timelineAddress(view), how),
    ask: (parameters, how) => goTo(here(parameters), how),
    openEvent: (reference) => {
      const to = here(withReference(query.peek(), reference));
      if (event.peek() === null) change(to, 'push', OPENED);
      else goTo(to, 'replace');
    },
    closeEvent: () => {
      if ((history.state as { isOpened?: boolean } | null)?.isOpened) history.back();
      else goTo(here(withReference(query.peek(), null)));
    },
  };
}

/** Links to pages of the dashboard load nothing, unless the reader wants a tab of its own. */
function followLinks(goTo: (path: string) => void): void {
  document.addEventListener('click', (press) => {
    const link = press.target instanceof Element ? press.target.closest('a') : null;
    const isPlain = !(press.ctrlKey || press.metaKey || press.shiftKey || press.altKey);
    if (link === null || !isPlain || press.button !== 0 || press.defaultPrevented) return;
    // What stands behind a `#` is for a page that is loaded.
    const isElsewhere = link.origin !== location.origin || link.target !== '' || link.hash !== '';
    if (isElsewhere || !isPlace(link.pathname)) return;
    press.preventDefault();
    goTo(link.pathname + link.search);
  });
}

function readAddress() {
  const { pathname, search, hash } = location;
  const current = currentAddress(pathname, search);
  if (current !== pathname + search) history.replaceState(history.state, '', current + hash);
  return { path: location.pathname, query: location.search, readAt: Date.now() };
}
