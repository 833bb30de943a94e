import { signal } from '@preact/signals';
import type { ComponentType, FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadLaterStyles } from '../later-styles.ts';

export interface LazyView<Props extends object> extends FunctionComponent<Props> {
  /** Fetches the code before it is needed; does nothing when it is there. */
  readonly preload: () => void;
}

/** A view whose code is fetched when it is first shown; `Waiting` stands there until then. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = LoadingPage,
): LazyView<Props> {
  const view = signal<ComponentType<Props> | null>(null);
  const hasFailed = signal(false);
  const fetchView = async () => {
    hasFailed.value = false;
    try {
      const [loaded] = await Promise.all([load(), loadLaterStyles()]);
      view.value = loaded;
    } catch {
      // Offline, or a newer version is served: its files have other names.
      hasFailed.value = true;
    }
  };
  const preload = () => {
    if (view.peek() === null) void fetchView();
  };
  const Lazy = (props: Props) => {
    useEffect(preload, []);
    const View = view.value;
    if (View !== null) return <View {...props} />;
    return hasFailed.value ? <NotLoaded /> : <Waiting />;
  };
  return Object.assign(Lazy, { preload });
}

/** Late enough to be in nobody's way, ms. */
const IDLE_MS = 1500;

/** Fetches what the reader is likely to want next, once the page has come to rest. */
export function usePreload(...views: readonly Pick<LazyView<object>, 'preload'>[]): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { preload } of views) preload();
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
}

function LoadingPage() {
  return (
    <main class="main">
      <div class="facet-skeleton">
        <p role="status" class="visually-hidden">
          Loading
        </p>
        <span class="skeleton" />
        <span class="skeleton" />
        <span class="skeleton" />
      </div>
    </main>
  );
}

function NotLoaded() {
  return (
    <main class="main">
      <div class="notice" role="alert">
        <h1>This page could not be loaded</h1>
        <p>Milepost does not answer, or was updated meanwhile.</p>
        <p class="actions">
          <button type="button" class="button" data-primary onClick={() => location.reload()}>
            Load again
          </button>
        </p>
      </div>
    </main>
  );
}
