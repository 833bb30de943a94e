import type { Range } from '../ranges.ts';
import { readersTime } from '../time-format.ts';
import { presetOf, RANGE_PRESETS } from '../url-state.ts';
import { CustomRange } from './custom-range.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

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
