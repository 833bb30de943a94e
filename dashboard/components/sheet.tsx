import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { useDialog } from './use-dialog.ts';
import { useRestoredFocus } from './use-restored-focus.ts';

export interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Has room for two fields beside each other. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** A modal dialog with a title; closes by Escape, its button, and a click beside it. */
export function Sheet({ title, onClose, isWide = false, children }: SheetProps) {
  useRestoredFocus();
  const dialog = useDialog(true);
  const id = useId();
  return (
    <dialog
      ref={dialog}
      class="sheet"
      data-wide={isWide}
      aria-labelledby={id}
      onCancel={(cancel) => {
        cancel.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
      onKeyDown={(press) => press.stopPropagation()}
    >
      <div class="sheet-body">
        <div class="sheet-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="button" data-bare aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
