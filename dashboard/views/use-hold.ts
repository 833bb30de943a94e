import { computed, effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { createHold } from '../hold.ts';
import type { Navigation } from '../navigation.ts';
import type { Session } from '../session.ts';

/** Holds the list still while there is a reason to; what was paused stays paused elsewhere. */
export function useHold({ isPaused, isAtTop, held }: Session, { event }: Navigation): void {
  useEffect(() => {
    const isEventOpen = computed(() => event.value !== null);
    const hold = createHold({ isPaused, isAtTop, isEventOpen });
    const stop = effect(() => {
      held.value = hold.reason.value;
    });
    return () => {
      stop();
      hold.close();
      held.value = isPaused.peek() ? 'paused' : null;
    };
  }, [isPaused, isAtTop, held, event]);
}
