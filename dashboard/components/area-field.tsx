import { useId } from 'preact/hooks';
import { FieldNote, type FieldProps } from './field.tsx';

export interface AreaFieldProps
  extends Pick<FieldProps, 'label' | 'name' | 'value' | 'hint' | 'placeholder' | 'problem'> {
  readonly rows: number;
}

/** A labelled text of several lines, in the face of code. */
export function AreaField(props: AreaFieldProps) {
  const { label, name, rows, value = '', hint, placeholder, problem } = props;
  const id = useId();
  return (
    <div class="entry">
      <label for={id}>{label}</label>
      <textarea
        {...{ id, name, rows, placeholder }}
        defaultValue={value}
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
      />
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}
