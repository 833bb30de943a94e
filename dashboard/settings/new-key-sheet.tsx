import { useSignal } from '@preact/signals';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Sheet } from '../components/sheet.tsx';
import type { ApiResult } from '../requests.ts';
import { NAME_LENGTH, problemOfName } from '../words.ts';
import type { ConsoleApi, NewKey } from './console-api.ts';
import { endOfDay } from './key-state.ts';
import { SecretShown } from './secret-shown.tsx';

export interface NewKeySheetProps {
  readonly make: ConsoleApi['makeKey'];
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes a key, and shows it once. */
export function NewKeySheet({ make, onMade, onClose }: NewKeySheetProps) {
  const secret = useSignal<string | null>(null);
  const send = async (key: NewKey): Promise<ApiResult<unknown>> => {
    const answer = await make(key);
    if (answer.ok) secret.value = answer.value.secret;
    return answer;
  };
  return (
    <Sheet title={secret.value === null ? 'Make a key' : 'Your new key'} onClose={onClose}>
      {secret.value === null ? (
        <KeyForm send={send} onMade={onMade} />
      ) : (
        <div class="stack" role="status">
          <p>Copy it now: it is shown this once, and only a hash of it is kept.</p>
          <SecretShown text={secret.value} label="Copy the key" />
          <p class="actions">
            <button type="button" class="button" onClick={onClose}>
              Done
            </button>
          </p>
        </div>
      )}
    </Sheet>
  );
}

interface KeyFormProps {
  readonly send: (key: NewKey) => Promise<ApiResult<unknown>>;
  readonly onMade: () => void;
}

function KeyForm({ send, onMade }: KeyFormProps) {
  return (
    <Form
      submit="Make the key"
      busy="Making…"
      check={(entry) => ({ name: problemOfName(entry('name')) })}
      send={(entry) => {
        const expiresAt = endOfDay(entry('expiresAt'));
        return send({
          name: entry('name'),
          scope: entry('scope') === 'READ_WRITE' ? 'READ_WRITE' : 'READ_ONLY',
          ...(expiresAt === undefined ? {} : { expiresAt }),
        });
      }}
      onDone={onMade}
    >
      {(problem) => (
        <>
          <Field
            {...{ label: 'Name', name: 'name', maxLength: NAME_LENGTH }}
            placeholder="Such as: shop, GitLab"
            problem={problem('name')}
          />
          <fieldset class="choices">
            <legend>It may</legend>
            <label class="check">
              <input type="radio" name="scope" value="READ_WRITE" defaultChecked />
              read and write: for pipelines
            </label>
            <label class="check">
              <input type="radio" name="scope" value="READ_ONLY" />
              read: for screens and assistants
            </label>
          </fieldset>
          <Field
            {...{ label: 'Expires after (optional)', name: 'expiresAt', type: 'date' }}
            problem={problem('expiresAt')}
          />
        </>
      )}
    </Form>
  );
}
