import type { HoldReason } from '../hold.ts';
import { Icon } from './icon.tsx';

export interface NewEventsPillProps {
  readonly count: number;
  /** Why they wait; null for a moment while they are being shown. */
  readonly reason: HoldReason | null;
  readonly onShow: () => void;
}

const COUNT = new Intl.NumberFormat('en');
const WHY: Readonly<Record<HoldReason, string>> = {
  paused: 'The list is paused',
  scrolled: 'The list stands still while you read further down',
  details: 'The list stands still while an event is open',
  selection: 'The list stands still while text is marked',
  pointer: 'The list stands still under your pointer',
};

/** What arrived while the list stood still. */
export function NewEventsPill({ count, reason, onShow }: NewEventsPillProps) {
  return (
    <div class="pill-place" aria-live="polite">
      {count > 0 && (
        <button
          type="button"
          class="pill"
          title={reason === null ? undefined : WHY[reason]}
          onClick={onShow}
        >
          <Icon name="top" />
          {COUNT.format(count)} new
        </button>
      )}
    </div>
  );
}
