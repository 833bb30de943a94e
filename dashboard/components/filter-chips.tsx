import { SEVERITIES } from '../../backend/model/event.ts';
import { revealText } from '../text.ts';
import {
  excludeValue,
  LIST_FIELDS,
  type ListField,
  presetOf,
  toggleValue,
  type ViewState,
} from '../url-state.ts';
import { Icon } from './icon.tsx';
import { describeRange } from './range-picker.tsx';
import { severityName } from './severity-mark.tsx';

export interface FilterChipsProps {
  readonly view: ViewState;
  readonly onChange: (view: ViewState) => void;
  readonly onClear: () => void;
}

interface Chip {
  readonly name: string;
  readonly value: string;
  readonly isExcluded?: boolean;
  /** The view without this filter. */
  readonly without: ViewState;
}

/** What narrows the list; each can be taken away. The range says itself when it is a preset. */
export function FilterChips({ view, onChange, onClear }: FilterChipsProps) {
  const chips = toChips(presetOf(view) === undefined ? view : { ...view, from: '' });
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ name, value, isExcluded = false, without }) => (
        <li key={`${name} ${value}`} class="chip" data-excluded={isExcluded}>
          <span class="chip-text">
            <span class="chip-name">{name}</span> <bdi>{revealText(value)}</bdi>
          </span>
          <button
            type="button"
            aria-label={`Remove the filter ${name} ${revealText(value)}`}
            onClick={() => onChange(without)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" class="chips-clear" onClick={onClear}>
          Clear all
        </button>
      </li>
    </ul>
  );
}

/** Every filter of a view, the range too. */
export function toChips(view: ViewState): Chip[] {
  const chips: Chip[] = LIST_FIELDS.flatMap((name) =>
    view[name].map((value) => ({
      name,
      value: valueName(name, value),
      without: toggleValue(view, name, value),
    })),
  );
  for (const field of LIST_FIELDS) {
    for (const value of view.not[field]) {
      const without = excludeValue(view, field, value);
      const name = `not ${field}`;
      chips.push({ name, value: valueName(field, value), isExcluded: true, without });
    }
  }
  if (view.search !== '') {
    chips.push({ name: 'search', value: view.search, without: { ...view, search: '' } });
  }
  if (view.from !== '' || view.to !== '') {
    const name = presetOf(view) === undefined ? 'time' : 'in the';
    chips.push({ name, value: describeRange(view), without: { ...view, from: '', to: '' } });
  }
  return chips;
}

function valueName(field: ListField, value: string): string {
  return field === 'severity'
    ? severityName(SEVERITIES.find((one) => one === value) ?? null)
    : value;
}
