import { SecretField } from '../components/secret-field.tsx';
import { PASSWORD_LENGTH } from '../words.ts';

export interface NewPasswordProps {
  readonly label: string;
  readonly problem: string | undefined;
}

/** A password to be: once, since it can be looked at, and managers make it. */
export function NewPassword({ label, problem }: NewPasswordProps) {
  return (
    <SecretField
      {...{ label, name: 'password', autocomplete: 'new-password', problem }}
      hint={`${PASSWORD_LENGTH} characters or more; a few words do well.`}
    />
  );
}
