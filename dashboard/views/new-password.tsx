import { PASSWORD_MIN } from '../../backend/model/person.ts';
import { SecretField } from '../components/secret-field.tsx';

export interface NewPasswordProps {
  readonly label: string;
  readonly problem: string | undefined;
}

/** A password to be: once, since it can be looked at, and managers make it. */
export function NewPassword({ label, problem }: NewPasswordProps) {
  return (
    <SecretField
      {...{ label, name: 'password', autocomplete: 'new-password', problem }}
      hint={`${PASSWORD_MIN} characters or more; a few words do well.`}
    />
  );
}
