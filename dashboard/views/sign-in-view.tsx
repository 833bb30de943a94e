import { useSignal } from '@preact/signals';
import type { App } from '../app.ts';
import { CommandBlock } from '../components/command-block.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { SecretField } from '../components/secret-field.tsx';
import type { ApiError } from '../requests.ts';
import { explain, problemOfEmail } from '../words.ts';
import { Door } from './door.tsx';

const NEW_KEY_COMMAND = 'npx milepost keys create --name wall --scope READ_ONLY';

/** People come in with a password; a screen on a wall comes in with a key. */
export function SignInView({ app }: { readonly app: App }) {
  const isByKey = useSignal(false);
  const reason = app.farewell.value;
  const notice = reason === null ? null : `You were signed out: ${reason}.`;
  return isByKey.value ? (
    <Door title="Open with a key" key="key">
      <KeyForm app={app} notice={notice} />
      <Switch label="Sign in with a password" onPress={() => (isByKey.value = false)} />
    </Door>
  ) : (
    <Door title="Sign in" key="person">
      <PasswordForm app={app} notice={notice} />
      <Switch label="Open with an API key" onPress={() => (isByKey.value = true)} />
      <details class="door-help">
        <summary>Forgot the password?</summary>
        <p>
          An owner or admin of your organization makes you a link to set a new one, under Settings,
          Members. Whoever runs Milepost can, too:
        </p>
        <CommandBlock command="npx milepost users reset you@example.com" label="Copy the command" />
      </details>
    </Door>
  );
}

function Switch({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <p>
      <button type="button" class="link" onClick={onPress}>
        {label}
      </button>
    </p>
  );
}

interface WayInProps {
  readonly app: App;
  readonly notice: string | null;
}

function PasswordForm({ app, notice }: WayInProps) {
  return (
    <Form
      submit="Sign in"
      busy="Signing in…"
      notice={notice}
      check={(entry) => ({
        email: problemOfEmail(entry('email')),
        password: entry('password') === '' ? 'Write your password.' : null,
      })}
      send={(entry) => app.signIn(entry('email'), entry('password'))}
      explainError={explainSignIn}
    >
      {(problem) => (
        <>
          <Field
            {...{ label: 'E-mail', name: 'email', type: 'email', autocomplete: 'username' }}
            problem={problem('email')}
          />
          <SecretField
            {...{ label: 'Password', name: 'password', autocomplete: 'current-password' }}
            problem={problem('password')}
          />
        </>
      )}
    </Form>
  );
}

/** The same words whether there is such a person or not. */
function explainSignIn(error: ApiError): string {
  if (error.kind !== 'unauthorized') return explain(error, location.host);
  return 'The e-mail address or the password is wrong.';
}

function KeyForm({ app, notice }: WayInProps) {
  return (
    <Form
      submit="Open"
      busy="Opening…"
      notice={notice}
      check={(entry) => ({
        key: entry('key') === '' ? 'Paste an API key, it starts with mp_.' : null,
      })}
      send={(entry) => app.openWithKey(entry('key'), entry('keep') !== '')}
    >
      {(problem) => (
        <>
          <p class="muted">
            For screens on a wall. A key shows the timeline and the business context, and changes no
            settings.
          </p>
          <SecretField
            {...{ label: 'API key', name: 'key', autocomplete: 'off', placeholder: 'mp_…' }}
            problem={problem('key')}
          />
          <label class="check">
            <input type="checkbox" name="keep" />
            Keep it open on this device
          </label>
          <details class="door-help">
            <summary>Where do I get a key?</summary>
            <p>
              From Settings, API keys, or from a shell where Milepost runs; one that may only read
              is enough here.
            </p>
            <CommandBlock command={NEW_KEY_COMMAND} label="Copy the command" />
          </details>
        </>
      )}
    </Form>
  );
}
