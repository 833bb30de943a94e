import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** A view whose code is fetched when it is first shown. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const view = signal<ComponentType<Props> | null>(null);
  const hasFailed = signal(false);
  const fetchView = async () => {
    hasFailed.value = false;
    try {
      view.value = await load();
    } catch {
      // Offline, or a newer version is served: its files have other names.
      hasFailed.value = true;
    }
  };
  return function Lazy(props: Props) {
    useEffect(() => {
      if (view.peek() === null) void fetchView();
    }, []);
    const View = view.value;
    if (View !== null) return <View {...props} />;
    return (
      <main class="door">
        {hasFailed.value ? (
          <div class="notice" role="alert">
            <h1>This page could not be loaded</h1>
            <p>Milepost does not answer, or was updated meanwhile.</p>
            <p class="actions">
              <button type="button" class="button" data-primary onClick={() => location.reload()}>
                Load again
              </button>
            </p>
          </div>
        ) : (
          <p role="status" class="muted">
            Loading…
          </p>
        )}
      </main>
    );
  };
}
