import { useId } from 'preact/hooks';
import { FieldNote, type FieldProps } from './field.tsx';

export interface SelectFieldProps extends Pick<FieldProps, 'label' | 'name' | 'hint' | 'problem'> {
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly value: string;
  readonly onChange?: (value: string) => void;
}

/** A labelled choice of one. */
export function SelectField(props: SelectFieldProps) {
  const { label, name, options, value, hint, problem, onChange } = props;
  const id = useId();
  return (
    <div class="entry">
      <label for={id}>{label}</label>
      <select
        {...{ id, name }}
        aria-describedby={`${id}-note`}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {options.map(([one, shown]) => (
          <option key={one} value={one} selected={one === value}>
            {shown}
          </option>
        ))}
      </select>
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}
