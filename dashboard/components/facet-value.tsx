import type { ComponentChildren } from 'preact';
import { revealText } from '../text.ts';

export interface FacetValueProps {
  readonly value: string;
  /** Null until it is known. */
  readonly count: number | null;
  readonly isChosen: boolean;
  readonly isExcluded: boolean;
  readonly onToggle: (value: string) => void;
  readonly onExclude: (value: string) => void;
  readonly render: ((value: string) => ComponentChildren) | undefined;
}

const COUNT = new Intl.NumberFormat('en');

/** A value to ask for, or to leave out: by its button, with Alt and a click, or with the key `-`. */
export function FacetValue(props: FacetValueProps) {
  const { value, count, isChosen, isExcluded, onToggle, onExclude, render } = props;
  const shown = revealText(value);
  const gestures = {
    onClick: (press: MouseEvent) => {
      if (!press.altKey) return;
      press.preventDefault();
      onExclude(value);
    },
    onKeyDown: (press: KeyboardEvent) => {
      if (press.key !== '-') return;
      press.preventDefault();
      onExclude(value);
    },
  };
  return (
    <div class="facet-value" data-excluded={isExcluded}>
      <label
        {...gestures}
        class="facet-label"
        title={`${shown} – click to ask for it, Alt and a click to leave it out`}
      >
        <input type="checkbox" checked={isChosen} onChange={() => onToggle(value)} />
        <span class="facet-name">{render === undefined ? <bdi>{shown}</bdi> : render(value)}</span>
        <span class="facet-count">{count === null ? '' : COUNT.format(count)}</span>
      </label>
      <button
        type="button"
        class="facet-not"
        aria-pressed={isExcluded}
        aria-label={`Leave out ${shown}`}
        title={isExcluded ? `Let ${shown} in again` : `Leave out ${shown}`}
        onClick={() => onExclude(value)}
      >
        −
      </button>
    </div>
  );
}
