import { revealText } from '../text.ts';

export interface FilterSelectProps {
  readonly label: string;
  /** Empty: no filter. */
  readonly value: string;
  readonly options: readonly string[];
  /** What no filter is called. */
  readonly all: string;
  /** How a value reads; as it is when absent. */
  readonly show?: (value: string) => string;
  readonly onChange: (value: string) => void;
}

/** One value out of those that are known, or all of them. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, value, options, all, show = revealText, onChange } = props;
  // What the address says may be older than what is known.
  const shown = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{all}</option>
        {shown.map((one) => (
          <option key={one} value={one}>
            {show(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
