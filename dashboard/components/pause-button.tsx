import type { Signal } from '@preact/signals';
import { Icon } from './icon.tsx';

/** Holds the list still, and lets it go. */
export function PauseButton({ isPaused }: { readonly isPaused: Signal<boolean> }) {
  return (
    <button
      type="button"
      class="button pause"
      data-on={isPaused.value}
      title={isPaused.value ? 'Let the list move again (p)' : 'Hold the list still (p)'}
      onClick={() => {
        isPaused.value = !isPaused.value;
      }}
    >
      <Icon name={isPaused.value ? 'play' : 'pause'} />
      <span class="pause-name">{isPaused.value ? 'Resume' : 'Pause'}</span>
    </button>
  );
}
