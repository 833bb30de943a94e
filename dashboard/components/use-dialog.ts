import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A native dialog that is open as long as it is rendered; a modal one keeps the focus inside. It is
 * taken away, not closed: closing would put the focus where it was, which is for its owner to say.
 */
export function useDialog(isModal: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current === null) return;
    // The window became wide or narrow while it was open.
    if (current.open) current.close();
    if (isModal) current.showModal();
    else current.show();
  }, [isModal]);
  return dialog;
}
