import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';

export interface SavedNote {
  readonly text: Signal<string | null>;
  readonly show: (text: string) => void;
}

const SHOWN_MS = 4000;

export function useSaved(): SavedNote {
  const text = useSignal<string | null>(null);
  return useMemo(() => {
    let timer: number | undefined;
    return {
      text,
      show: (said: string) => {
        text.value = said;
        clearTimeout(timer);
        timer = window.setTimeout(() => {
          text.value = null;
        }, SHOWN_MS);
      },
    };
  }, []);
}

/** That it worked, for a while. */
export function Saved({ saved }: { readonly saved: SavedNote }) {
  const text = saved.text.value;
  return (
    <span class="saved" role="status">
      {text !== null && (
        <>
          <Icon name="check" /> {text}
        </>
      )}
    </span>
  );
}
