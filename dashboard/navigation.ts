/** The address bar as a signal. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { isPlace, type Place, placeAt } from './places.ts';
import { readViewState, type ViewState, writeViewState } from './url-state.ts';

export interface Navigation {
  readonly place: ReadonlySignal<Place>;
  readonly view: ReadonlySignal<ViewState>;
  /** Changes the view; `replace` where Back should not come here again. */
  readonly show: (view: ViewState, how?: 'push' | 'replace') => void;
  /** Opens the details of an event in a way that `close` can undo. */
  open(view: ViewState): void;
  /** Closes what `open` has opened, by going back where that is the same. */
  close(view: ViewState): void;
  goTo(path: string, how?: 'push' | 'replace'): void;
}

/** Marks the history entry that opened the details. */
const OPENED = { isOpened: true } as const;

export function createNavigation(): Navigation {
  const address = signal(readAddress());
  addEventListener('popstate', () => {
    address.value = readAddress();
  });
  followLinks((to) => change(to, 'push', null));
  const change = (to: string, how: 'push' | 'replace', state: unknown) => {
    if (how === 'push') history.pushState(state, '', to);
    else history.replaceState(state, '', to);
    address.value = readAddress();
  };
  const show = (view: ViewState, how: 'push' | 'replace' = 'push') => {
    const to = `/${writeViewState(view)}`;
    if (to === location.pathname + location.search) return;
    change(to, how, how === 'replace' ? history.state : null);
  };
  return {
    place: computed(() => placeAt(address.value.path)),
    view: computed(() =>
      readViewState(new URLSearchParams(address.value.query), address.value.readAt),
    ),
    show,
    open: (view) => change(`/${writeViewState(view)}`, 'push', OPENED),
    close: (view) => {
      if ((history.state as { isOpened?: boolean } | null)?.isOpened) history.back();
      else show(view);
    },
    goTo: (path, how = 'push') => change(path, how, null),
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
    const to = link.pathname + link.search;
    if (to !== location.pathname + location.search) goTo(to);
  });
}

function readAddress() {
  return { path: location.pathname, query: location.search, readAt: Date.now() };
}
