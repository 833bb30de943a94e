import { useSignal } from '@preact/signals';
import { askForResetLink } from '../accounts.ts';
import { CommandBlock } from '../components/command-block.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { problemOfEmail } from '../words.ts';

/** What to do about a password that is gone: a mail, or somebody who may help. */
export function Forgotten({ isMailed }: { readonly isMailed: boolean }) {
  return (
    <details class="door-help">
      <summary>Forgot the password?</summary>
      {isMailed ? <MailForm /> : <Helpers />}
    </details>
  );
}

function Helpers() {
  return (
    <>
      <p>
        An owner or admin of your organization makes you a link to set a new one, under Settings,
        Members. Whoever runs Milepost can, too:
      </p>
      <CommandBlock command="npx milepost users reset you@example.com" label="Copy the command" />
    </>
  );
}

/** Says the same whoever has an account here, and whoever has not. */
function MailForm() {
  const isSent = useSignal(false);
  if (isSent.value) {
    return (
      <p role="status">
        If that address has an account here, a link to set a new password is on its way. It is good
        for a day. Nothing there? Look at the spam, or ask an owner of your organization.
      </p>
    );
  }
  return (
    <Form
      submit="Send me a link"
      busy="Sending…"
      isQuiet
      check={(entry) => ({ email: problemOfEmail(entry('email')) })}
      send={(entry) => askForResetLink(entry('email'))}
      onDone={() => {
        isSent.value = true;
      }}
    >
      {(problem) => (
        <Field
          {...{ label: 'Address of your account', name: 'email', type: 'email' }}
          {...{ autocomplete: 'username' }}
          problem={problem('email')}
        />
      )}
    </Form>
  );
}
