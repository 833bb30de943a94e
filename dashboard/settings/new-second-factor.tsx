import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import type { ApiResult } from '../requests.ts';
import type { NewFactor } from './console-api.ts';
import { SecretShown } from './secret-shown.tsx';

export interface NewSecondFactorProps {
  readonly made: NewFactor;
  readonly confirm: (
    code: string,
  ) => Promise<ApiResult<{ readonly recoveryCodes: readonly string[] }>>;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** A picture for the phone, and a code from it: nothing is asked for until that was right. */
export function NewSecondFactor({ made, confirm, onDone, onCancel }: NewSecondFactorProps) {
  return (
    <div class="factor">
      <img
        class="qr"
        src={`data:image/svg+xml,${encodeURIComponent(made.svg)}`}
        alt="QR code of the secret; it stands as text beside it"
      />
      <div class="stack">
        <p>
          Scan the code with an app for one-time codes on your phone. Without a camera, type the
          secret into it:
        </p>
        <SecretShown text={made.secret.replace(/.{4}(?=.)/g, '$& ')} label="Copy the secret" />
        <Form
          submit="Turn it on"
          busy="Checking…"
          check={(entry) => ({
            code: /^\d{3} ?\d{3}$/.test(entry('code')) ? null : 'Write the six digits of the app.',
          })}
          send={async (entry) => {
            const answer = await confirm(entry('code'));
            if (answer.ok) onDone(answer.value.recoveryCodes);
            return answer;
          }}
          actions={
            <button type="button" class="button" onClick={onCancel}>
              Cancel
            </button>
          }
        >
          {(problem) => (
            <Field
              {...{ label: 'Code', name: 'code', autocomplete: 'one-time-code' }}
              hint="It shows that the app has the secret, and the right time."
              problem={problem('code')}
            />
          )}
        </Form>
      </div>
    </div>
  );
}
