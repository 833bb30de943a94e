import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lazy } from '../components/lazy.tsx';
import { Sheet } from '../components/sheet.tsx';
import type { OpenToolProps } from './tool-props.ts';

/** Nothing stands there while they are on their way, which is a blink; a failure says what to do. */
const Tools = lazy<OpenToolProps>(
  async () => (await import('./tools.tsx').catch(() => ({ Tools: NotLoaded }))).Tools,
  Nothing,
);

/** Fetched behind what is shown first: who opens the palette types on at once. */
const FETCH_AFTER_MS = 2000;

/** Place for what opens in front of any view. */
export function ToolHost(props: OpenToolProps) {
  const isFetched = useSignal(props.app.keptViews.kept.peek().watched.length > 0);
  useEffect(() => {
    const waiting = setTimeout(() => {
      isFetched.value = true;
    }, FETCH_AFTER_MS);
    return () => clearTimeout(waiting);
  }, []);
  if (props.tool !== null) isFetched.value = true;
  return isFetched.value ? <Tools {...props} /> : null;
}

function Nothing() {
  return null;
}

function NotLoaded({ tool, onClose }: OpenToolProps) {
  if (tool === null) return null;
  return (
    <Sheet title="This could not be loaded" onClose={onClose}>
      <div class="stack">
        <p>Milepost does not answer, or was updated meanwhile.</p>
        <p class="actions">
          <button type="button" class="button" data-primary onClick={() => location.reload()}>
            Load the page again
          </button>
        </p>
      </div>
    </Sheet>
  );
}
