import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface MenuProps {
  readonly label: ComponentChildren;
  /** Named where the label is only an icon. */
  readonly name?: string;
  readonly class?: string;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

/** A panel under a button; closes by Escape, and when something outside of it is used. */
export function Menu({ label, name, class: className = '', onToggle, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const { current } = details;
      if (current?.open && target instanceof Node && !current.contains(target)) {
        current.open = false;
      }
    };
    // The bar that it hangs from stays where its links lead.
    const closeBehindLink = ({ target }: Event) => {
      const { current } = details;
      const link = target instanceof Element ? target.closest('a') : null;
      if (current?.contains(link)) current.open = false;
    };
    document.addEventListener('click', closeBehindLink);
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('click', closeBehindLink);
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);
  const closeByKey = (press: KeyboardEvent) => {
    const { current } = details;
    if (press.key !== 'Escape' || !current?.open) return;
    press.stopPropagation();
    closeMenu(current);
  };
  return (
    <details
      ref={details}
      class={`menu ${className}`}
      onKeyDown={closeByKey}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
      <summary class="button" aria-label={name} title={name}>
        {label}
      </summary>
      <div class="menu-panel">{children}</div>
    </details>
  );
}

/** Closes the menu that an element is part of, and gives the focus back to its button. */
export function closeMenu(element: Element): void {
  const menu = element.closest('details');
  if (menu === null) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}
