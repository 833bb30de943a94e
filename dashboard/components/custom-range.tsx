import { useSignal } from '@preact/signals';
import type { Range } from '../ranges.ts';
import { fromLocalInput, toLocalInput } from '../time-format.ts';
import { readersZone, shortZone } from '../time-zone.ts';
import { closeMenu } from './menu.tsx';

export interface CustomRangeProps {
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

/** From and to, in the reader's zone; an end that is left empty is open. */
export function CustomRange({ range, onChange }: CustomRangeProps) {
  const problem = useSignal<string | null>(null);
  const apply = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const read = (name: string) => fromLocalInput(String(fields.get(name) ?? ''));
    const chosen = { from: read('from'), to: read('to') };
    if (chosen.from !== '' && chosen.to !== '' && chosen.from > chosen.to) {
      problem.value = 'The start lies after the end.';
      return;
    }
    problem.value = null;
    onChange(chosen);
    closeMenu(form);
  };
  return (
    <form
      class="stack"
      onSubmit={(submit) => {
        submit.preventDefault();
        apply(submit.currentTarget);
      }}
    >
      <label class="field">
        From
        <input type="datetime-local" name="from" value={toLocalInput(range.from)} />
      </label>
      <label class="field">
        To
        <input type="datetime-local" name="to" value={toLocalInput(range.to)} />
      </label>
      <p class="muted">In the time of {shortZone(readersZone.value)}.</p>
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <button type="submit" class="button" data-primary>
        Show this range
      </button>
    </form>
  );
}
