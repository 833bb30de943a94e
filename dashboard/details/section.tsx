import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface SectionProps {
  readonly name: string;
  /** Beside the heading. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of the details, under its heading. */
export function Section({ name, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section class="part" aria-labelledby={id}>
      <div class="part-head">
        <h3 id={id}>{name}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
