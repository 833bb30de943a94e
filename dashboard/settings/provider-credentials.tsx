import { PROVIDER_FACTS, type ProviderKind } from '../../backend/model/provider.ts';
import { AreaField } from '../components/area-field.tsx';
import { Field } from '../components/field.tsx';
import { SecretField } from '../components/secret-field.tsx';

export interface CredentialFieldsProps {
  readonly kind: ProviderKind;
  /** The names of those that are kept. */
  readonly kept: readonly string[];
  readonly problem: (name: string) => string | undefined;
}

/** What lets Milepost in; what is kept is never shown. */
export function CredentialFields({ kind, kept, problem }: CredentialFieldsProps) {
  const { credentials } = PROVIDER_FACTS[kind];
  return (
    <>
      <div class="entries">
        {credentials.map(({ name, label, isRequired }) => {
          const common = {
            label: isRequired ? label : `${label} (optional)`,
            name: `credentials.${name}`,
            placeholder: kept.includes(name) ? 'kept; write to replace' : '',
            problem: problem(`credentials.${name}`),
          };
          if (name === 'serviceAccount') return <AreaField key={name} {...common} rows={4} />;
          if (name === 'username') return <Field key={name} {...common} />;
          return <SecretField key={name} {...common} autocomplete="off" />;
        })}
      </div>
      {problem('credentials') !== undefined && <p class="problem">{problem('credentials')}</p>}
      {kept.length > 0 && credentials.every(({ isRequired }) => !isRequired) && (
        <label class="check">
          <input type="checkbox" name="forget" />
          Forget what is kept: it asks for nothing
        </label>
      )}
    </>
  );
}
