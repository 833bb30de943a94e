import type { ReadonlySignal } from '@preact/signals';
import { EventText } from '../components/event-text.tsx';
import { lag } from './cell-content.tsx';
import type { Difference } from './compare.ts';

export interface DifferenceTextProps {
  readonly difference: Difference;
  readonly names: readonly string[];
  /** ms. */
  readonly now: ReadonlySignal<number>;
}

/** How two environments differ in one system, in words. */
export function DifferenceText({ difference, names, now }: DifferenceTextProps) {
  switch (difference.kind) {
    case 'same':
      return <span class="muted">the same</span>;
    case 'unknown':
      return <span class="muted">cannot be told: without a version</span>;
    case 'missing':
      return (
        <span class="difference">
          not in <EventText text={names[difference.side] ?? ''} />
        </span>
      );
    default: {
      const { side, changes, isAtLeast, since } = difference;
      return (
        <span class="difference" data-side={side}>
          <EventText text={names[side] ?? ''} /> is{' '}
          <strong>
            {changes}
            {isAtLeast ? '+' : ''} {changes === 1 ? 'change' : 'changes'}
          </strong>{' '}
          and <strong>{lag(now.value - since)}</strong> behind
        </span>
      );
    }
  }
}
