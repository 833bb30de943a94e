import { useSignal } from '@preact/signals';
import { fromLocalInput } from '../time-format.ts';
import { readersZone, shortZone } from '../time-zone.ts';
import { Icon } from './icon.tsx';
import { closeMenu, Menu } from './menu.tsx';

export interface ListOptionsProps {
  readonly areBurstsGrouped: boolean;
  readonly onBursts: () => void;
  /** ms. */
  readonly onGoTo: (moment: number) => void;
  readonly onCopy: () => void;
}

/** How the list is shown, where it is, and how it is handed on. */
export function ListOptions({ areBurstsGrouped, onBursts, onGoTo, onCopy }: ListOptionsProps) {
  const problem = useSignal<string | null>(null);
  return (
    <Menu class="list-options" name="List options" label={<Icon name="more" />}>
      <label class="check">
        <input type="checkbox" checked={areBurstsGrouped} onChange={onBursts} />
        Group bursts of alike events
      </label>
      <form
        class="stack"
        onSubmit={(submit) => {
          submit.preventDefault();
          const form = submit.currentTarget;
          const moment = Date.parse(fromLocalInput(String(new FormData(form).get('moment') ?? '')));
          problem.value = Number.isNaN(moment) ? 'Choose a date and a time.' : null;
          if (problem.peek() !== null) return;
          closeMenu(form);
          onGoTo(moment);
        }}
      >
        <label class="field">
          Find a date ({shortZone(readersZone.value)})
          <input type="datetime-local" name="moment" />
        </label>
        {problem.value !== null && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="button">
          Go there
        </button>
      </form>
      <button
        type="button"
        class="menu-item"
        title="Relative times become fixed, and the time zone goes along"
        onClick={({ currentTarget }) => {
          closeMenu(currentTarget);
          onCopy();
        }}
      >
        <Icon name="link" /> Copy link to exactly this
      </button>
    </Menu>
  );
}
