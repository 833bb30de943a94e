import { useSignal } from '@preact/signals';
import { CommandBlock } from '../components/command-block.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { Sheet } from '../components/sheet.tsx';
import { NAME_LENGTH, problemOfName } from '../words.ts';
import type { ConsoleApi } from './console-api.ts';
import { SecretShown } from './secret-shown.tsx';
import { type SenderSecret, signedCommand } from './sender-snippet.ts';

export interface NewSenderSheetProps {
  readonly make: ConsoleApi['makeSender'];
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** Makes the secret of a sender, and shows it once. */
export function NewSenderSheet({ make, onMade, onClose }: NewSenderSheetProps) {
  const made = useSignal<SenderSecret | null>(null);
  if (made.value === null) {
    return (
      <Sheet title="Make an integration" onClose={onClose}>
        <Form
          submit="Make the integration"
          busy="Making…"
          check={(entry) => ({ name: problemOfName(entry('name')) })}
          send={async (entry) => {
            const answer = await make(entry('name'));
            if (answer.ok) {
              made.value = { id: answer.value.integration.id, secret: answer.value.secret };
            }
            return answer;
          }}
          onDone={onMade}
        >
          {(problem) => (
            <Field
              {...{ label: 'Name', name: 'name', maxLength: NAME_LENGTH }}
              placeholder="Such as: checkout, nightly report"
              hint="What will send samples; it may do nothing else."
              problem={problem('name')}
            />
          )}
        </Form>
      </Sheet>
    );
  }
  return (
    <Sheet title="Your new integration" onClose={onClose} isWide>
      <div class="stack" role="status">
        <p>Copy the secret now: it is shown this once, and kept encrypted.</p>
        <SecretShown text={made.value.secret} label="Copy the secret" />
        <p>This signs a sample and sends it. It holds the secret, so do not pass it on.</p>
        <CommandBlock
          command={signedCommand(location.origin, made.value)}
          label="Copy the commands"
        />
        <p class="actions">
          <button type="button" class="button" onClick={onClose}>
            Done
          </button>
        </p>
      </div>
    </Sheet>
  );
}
