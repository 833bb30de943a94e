import { useSignal } from '@preact/signals';
import type { Ways } from '../accounts.ts';
import type { App } from '../app.ts';
import { CommandBlock } from '../components/command-block.tsx';
import { Field } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { SecretField } from '../components/secret-field.tsx';
import type { ApiError } from '../requests.ts';
import { explain, problemOfEmail } from '../words.ts';
import { CodeForm } from './code-form.tsx';
import { Door } from './door.tsx';
import { Forgotten } from './forgotten.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { useWays } from './use-ways.ts';

const NEW_KEY_COMMAND = 'npx milepost keys create --name wall --scope READ_ONLY';

/** People come in with a password or by an issuer; a screen on a wall comes in with a key. */
export function SignInView({ app }: { readonly app: App }) {
  const isByKey = useSignal(false);
  const ways = useWays().value;
  const reason = app.farewell.value;
  const notice = reason === null ? app.signOnProblem.value : `You were signed out: ${reason}.`;
  if (isByKey.value) {
    const label = ways?.password === false ? 'Sign in' : 'Sign in with a password';
    return (
      <Door title="Open with a key" key="key">
        <KeyForm app={app} notice={notice} />
        <Switch label={label} onPress={() => (isByKey.value = false)} />
      </Door>
    );
  }
  if (app.ticket.value !== null) {
    return (
      <Door title="Second step" key="code">
        <CodeForm app={app} />
        <Switch label="Start again" onPress={() => (app.ticket.value = null)} />
      </Door>
    );
  }
  return (
    <Door title="Sign in" key="person">
      <PersonWays app={app} notice={notice} ways={ways} />
      <Switch label="Open with an API key" onPress={() => (isByKey.value = true)} />
      {ways?.password === true && <Forgotten isMailed={ways.forgotten} />}
    </Door>
  );
}

interface PersonWaysProps extends WayInProps {
  readonly ways: Ways | null;
}

function PersonWays({ app, notice, ways }: PersonWaysProps) {
  const isByPassword = ways?.password !== false;
  const to = location.pathname + location.search;
  return (
    <>
      {isByPassword ? (
        <PasswordForm app={app} notice={notice} />
      ) : (
        notice !== null && (
          <p class="problem" role="alert">
            {notice}
          </p>
        )
      )}
      {ways?.singleSignOn && (
        <>
          {isByPassword && <p class="or">or</p>}
          <SingleSignOn name={ways.singleSignOn.name} to={to} isPrimary={!isByPassword} />
        </>
      )}
    </>
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
