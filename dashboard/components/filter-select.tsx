export interface FilterSelectProps {
  readonly label: string;
  /** Empty: no filter. */
  readonly value: string;
  readonly options: readonly string[];
  /** What no filter is called. */
  readonly all: string;
  readonly onChange: (value: string) => void;
}

/** One value out of those that are known, or all of them. */
export function FilterSelect({ label, value, options, all, onChange }: FilterSelectProps) {
  // What the address says may be older than what is known.
  const shown = value === '' || options.includes(value) ? options : [value, ...options];
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{all}</option>
        {shown.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
