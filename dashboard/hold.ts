/** Why the list stands still. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';

export type HoldReason = 'paused' | 'scrolled' | 'details' | 'selection' | 'pointer';

export interface Hold {
  /** Null: the list moves. */
  readonly reason: ReadonlySignal<HoldReason | null>;
  readonly close: () => void;
}

export interface HoldDependencies {
  /** The reader said so. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** Whether the newest row is in sight. */
  readonly isAtTop: ReadonlySignal<boolean>;
  readonly isEventOpen: ReadonlySignal<boolean>;
}

/** So long after the last movement a pointer over the list may be about to click, ms. */
const AIM_MS = 1500;
const LIST = '.grid-body';

/** A list that moves under what somebody reads, marks or is about to click is of no use. */
export function createHold({ isPaused, isAtTop, isEventOpen }: HoldDependencies): Hold {
  const isSelecting = signal(false);
  const isAiming = signal(false);
  let aiming: number | undefined;

  const onSelect = () => {
    const selection = getSelection();
    const isInList = selection?.anchorNode?.parentElement?.closest(LIST) != null;
    isSelecting.value = isInList && selection?.isCollapsed === false;
  };
  const onMove = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    clearTimeout(aiming);
    isAiming.value = target instanceof Element && target.closest(LIST) !== null;
    if (isAiming.peek()) aiming = window.setTimeout(rest, AIM_MS);
  };
  const rest = () => {
    isAiming.value = false;
  };
  document.addEventListener('selectionchange', onSelect);
  addEventListener('pointermove', onMove, { passive: true });

  return {
    reason: computed(() => {
      if (isPaused.value) return 'paused';
      if (!isAtTop.value) return 'scrolled';
      if (isEventOpen.value) return 'details';
      if (isSelecting.value) return 'selection';
      return isAiming.value ? 'pointer' : null;
    }),
    close: () => {
      clearTimeout(aiming);
      document.removeEventListener('selectionchange', onSelect);
      removeEventListener('pointermove', onMove);
    },
  };
}
