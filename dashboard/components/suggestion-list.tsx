import type { Suggestion } from '../suggestions.ts';
import { revealText } from '../text.ts';

export interface SuggestionListProps {
  readonly id: string;
  /** Empty: the list is closed. */
  readonly list: readonly Suggestion[];
  /** -1: none. */
  readonly chosen: number;
  readonly onAccept: (suggestion: Suggestion) => void;
}

const COUNT = new Intl.NumberFormat('en');

/** How the search can go on; the box keeps the focus. */
export function SuggestionList({ id, list, chosen, onAccept }: SuggestionListProps) {
  return (
    <div
      id={id}
      class="suggestions"
      role="listbox"
      aria-label="Suggestions"
      hidden={list.length === 0}
    >
      {list.map((suggestion, index) => {
        // Before the box loses the focus, and searches for what is only half written.
        const press = {
          onPointerDown: (down: PointerEvent) => {
            down.preventDefault();
            onAccept(suggestion);
          },
        };
        const { insert, label, count, hint } = suggestion;
        return (
          <div
            key={insert}
            id={`${id}-${index}`}
            class="suggestion"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            {...press}
          >
            <bdi class="suggestion-name">{revealText(label)}</bdi>
            {hint !== undefined && <span class="muted">{hint}</span>}
            {count !== undefined && <span class="facet-count">{COUNT.format(count)}</span>}
          </div>
        );
      })}
    </div>
  );
}
