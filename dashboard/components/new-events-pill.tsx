import { Icon } from './icon.tsx';

export interface NewEventsPillProps {
  readonly count: number;
  readonly onShow: () => void;
}

const COUNT = new Intl.NumberFormat('en');

/** What arrived while the list stood still. */
export function NewEventsPill({ count, onShow }: NewEventsPillProps) {
  return (
    <div class="pill-place" aria-live="polite">
      {count > 0 && (
        <button type="button" class="pill" onClick={onShow}>
          <Icon name="top" />
          {COUNT.format(count)} new
        </button>
      )}
    </div>
  );
}
