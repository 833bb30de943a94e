import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../app.ts';
import { CommandBlock } from '../components/command-block.tsx';
import { Logo } from '../components/logo.tsx';
import type { ApiError } from '../requests.ts';

const VISIBLE = { type: 'text' } as const;
const HIDDEN = { type: 'password' } as const;
const NEW_KEY_COMMAND = 'npx milepost keys create --name me --scope READ_ONLY';

/** Asks for an API key, and says what is wrong with one that is not accepted. */
export function SignInView({ app }: { readonly app: App }) {
  const problem = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = 'Sign in – Milepost';
    field.current?.focus();
  }, []);

  const signIn = async (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const key = String(fields.get('key') ?? '').trim();
    if (key === '') {
      problem.value = 'Paste an API key, it starts with mp_.';
      field.current?.focus();
      return;
    }
    isBusy.value = true;
    problem.value = null;
    const answer = await app.signIn(key, fields.get('keep') !== null);
    isBusy.value = false;
    if (answer.ok) return;
    problem.value = explain(answer.error);
    field.current?.focus();
  };
  const shown = problem.value ?? farewellOf(app);

  return (
    <main class="door">
      <form
        class="card stack"
        onSubmit={(submit) => {
          submit.preventDefault();
          void signIn(submit.currentTarget);
        }}
      >
        <Logo />
        <h1>Sign in</h1>
        <KeyField field={field} isWrong={shown !== null} />
        <div id="key-problem" role="alert">
          {shown !== null && <p class="problem">{shown}</p>}
        </div>
        <label class="check">
          <input type="checkbox" name="keep" />
          Keep me signed in on this device
        </label>
        <button type="submit" class="button" data-primary disabled={isBusy.value}>
          {isBusy.value ? 'Signing in…' : 'Sign in'}
        </button>
        <WhereFrom />
      </form>
    </main>
  );
}

interface KeyFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isWrong: boolean;
}

/** Hidden from those who look over a shoulder; known to password managers. */
function KeyField({ field, isWrong }: KeyFieldProps) {
  const isShown = useSignal(false);
  return (
    <>
      <label class="field" for="key">
        API key
      </label>
      <div class="secret">
        <input
          {...(isShown.value ? VISIBLE : HIDDEN)}
          ref={field}
          id="key"
          name="key"
          autocomplete="current-password"
          autocapitalize="none"
          spellcheck={false}
          placeholder="mp_…"
          aria-invalid={isWrong}
          aria-describedby="key-problem"
        />
        <button
          type="button"
          class="button"
          aria-pressed={isShown.value}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        >
          Show
        </button>
      </div>
    </>
  );
}

function WhereFrom() {
  return (
    <details class="door-help">
      <summary>Where do I get a key?</summary>
      <p>
        Milepost printed one when it first started. Make another where it runs; one that may only
        read is enough here.
      </p>
      <CommandBlock command={NEW_KEY_COMMAND} label="Copy the command" />
    </details>
  );
}

/** What to do about it; the server's own words where it has some. */
export function explain({ kind, message }: ApiError): string {
  if (kind === 'unreachable') {
    return `Milepost at ${location.host} does not answer. Check that it runs and that you are connected, then try again.`;
  }
  return sentence(message);
}

function farewellOf(app: App): string | null {
  const reason = app.farewell.value;
  return reason === null ? null : `You were signed out: ${reason}.`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
