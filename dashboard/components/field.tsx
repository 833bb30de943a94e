import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly type?: 'text' | 'email' | 'date';
  readonly value?: string;
  readonly autocomplete?: string;
  readonly placeholder?: string;
  readonly hint?: ComponentChildren;
  readonly maxLength?: number;
  readonly min?: string;
  readonly isReadOnly?: boolean;
  /** What is wrong with it; stands below it. */
  readonly problem?: string | undefined;
}

const TYPES = {
  text: { type: 'text' },
  email: { type: 'email' },
  date: { type: 'date' },
} as const;

/** A labelled input; what is wrong with it is said beside it, to the eye and to the ear. */
export function Field(props: FieldProps) {
  const { label, name, type = 'text', hint, problem, value, isReadOnly = false } = props;
  const id = useId();
  return (
    <div class="entry">
      <label for={id}>{label}</label>
      <input
        {...TYPES[type]}
        {...{ id, name }}
        defaultValue={value ?? ''}
        autocomplete={props.autocomplete ?? 'off'}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        min={props.min}
        readOnly={isReadOnly}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
      />
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}

export interface FieldNoteProps extends Pick<FieldProps, 'hint' | 'problem'> {
  readonly id: string;
}

export function FieldNote({ id, hint, problem }: FieldNoteProps) {
  return (
    <div id={id} class="entry-note">
      {problem === undefined ? hint : <p class="entry-problem">{problem}</p>}
    </div>
  );
}
