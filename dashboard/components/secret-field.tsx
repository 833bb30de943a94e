import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { FieldNote } from './field.tsx';

export interface SecretFieldProps {
  readonly label: string;
  readonly name: string;
  /** Tells password managers what to fill in, or to make one. */
  readonly autocomplete: 'current-password' | 'new-password' | 'off';
  readonly placeholder?: string;
  readonly hint?: ComponentChildren;
  readonly problem?: string | undefined;
}

const VISIBLE = { type: 'text' } as const;
const HIDDEN = { type: 'password' } as const;

/** Hidden from those who look over a shoulder; known to password managers. */
export function SecretField(props: SecretFieldProps) {
  const { label, name, autocomplete, placeholder, hint, problem } = props;
  const isShown = useSignal(false);
  const id = useId();
  return (
    <div class="entry">
      <label for={id}>{label}</label>
      <div class="secret">
        <input
          {...(isShown.value ? VISIBLE : HIDDEN)}
          {...{ id, name, autocomplete, placeholder }}
          autocapitalize="none"
          spellcheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
        />
        <button
          type="button"
          class="button"
          aria-pressed={isShown.value}
          aria-label={`Show ${label.toLowerCase()}`}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        >
          Show
        </button>
      </div>
      <FieldNote id={`${id}-note`} hint={hint} problem={problem} />
    </div>
  );
}
