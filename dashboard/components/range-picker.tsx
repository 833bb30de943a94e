import { useSignal } from '@preact/signals';
import { fromLocalInput, readersTime, toLocalInput } from '../time-format.ts';
import { presetOf, RANGE_PRESETS } from '../url-state.ts';
import { Icon } from './icon.tsx';
import { closeMenu, Menu } from './menu.tsx';

export interface Range {
  readonly from: string;
  readonly to: string;
}

export interface RangePickerProps {
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

/** Presets a click away, and a range of one's own. */
export function RangePicker({ range, onChange }: RangePickerProps) {
  const preset = presetOf(range);
  return (
    <fieldset class="ranges">
      <legend class="visually-hidden">Time range</legend>
      {RANGE_PRESETS.map(({ from, label, name }) => (
        <label key={from} class="range" title={name}>
          <input
            type="radio"
            name="range"
            aria-label={name}
            checked={preset?.from === from}
            onChange={() => onChange({ from, to: '' })}
          />
          <span>{label}</span>
        </label>
      ))}
      <Menu
        class="range-menu"
        label={
          <>
            {preset === undefined ? describeRange(range) : 'Custom'}
            <Icon name="down" />
          </>
        }
      >
        <CustomRange range={range} onChange={onChange} />
      </Menu>
    </fieldset>
  );
}

function CustomRange({ range, onChange }: RangePickerProps) {
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

/** How the range reads on its button and among the filters. */
export function describeRange(range: Range): string {
  const preset = presetOf(range);
  if (preset !== undefined) return preset.name;
  const from = Date.parse(range.from);
  const to = Date.parse(range.to);
  const isRelative = Number.isNaN(from) && range.from !== '';
  if (isRelative) return `from ${range.from}`;
  if (Number.isNaN(to)) return `since ${readersTime.moment(from)}`;
  if (Number.isNaN(from)) return `until ${readersTime.moment(to)}`;
  return readersTime.range(from, to);
}
