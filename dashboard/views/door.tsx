import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Logo } from '../components/logo.tsx';

export interface DoorProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** A page of its own in front of the dashboard; the first empty field has the focus. */
export function Door({ title, isWide = false, children }: DoorProps) {
  const card = useRef<HTMLDivElement>(null);
  // At once: a focus that comes later would land between two fields that are being filled in.
  useLayoutEffect(() => {
    document.title = `${title} – Milepost`;
    card.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  }, [title]);
  return (
    <main class="door">
      <div ref={card} class={isWide ? 'card card-wide stack' : 'card stack'}>
        <Logo />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
