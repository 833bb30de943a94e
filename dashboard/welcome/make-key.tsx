import { useSignal } from '@preact/signals';
import type { Scope } from '../../backend/model/key.ts';
import type { ConsoleApi } from '../settings/console-api.ts';
import { SecretShown } from '../settings/secret-shown.tsx';
import { useAction } from '../settings/use-action.ts';

export interface MakeKeyProps {
  readonly scope: Scope;
  /** Its name, unless its maker has a better one. */
  readonly suggestion: string;
  readonly make: ConsoleApi['makeKey'];
  /** Null until it is made. */
  readonly secret: string | null;
  readonly onMade: (secret: string) => void;
}

/** One press: a key that the snippets below then hold. */
export function MakeKey({ make, scope, suggestion, secret, onMade }: MakeKeyProps) {
  const { isBusy, problem, run } = useAction();
  const given = useSignal<string | null>(null);
  const name = given.value ?? suggestion;
  const press = () =>
    run(async () => {
      const answer = await make({ name: name.trim() || suggestion, scope });
      if (answer.ok) onMade(answer.value.secret);
      return answer;
    });
  if (secret !== null) {
    return (
      <>
        <p>
          It is shown this once, and may {scope === 'READ_ONLY' ? 'only read' : 'read and write'}.
          The snippets below hold it.
        </p>
        <SecretShown text={secret} label="Copy the key" />
      </>
    );
  }
  return (
    <>
      <div class="make-key">
        <input
          aria-label="Name of the key"
          value={name}
          maxLength={100}
          onInput={({ currentTarget }) => {
            given.value = currentTarget.value;
          }}
        />
        <button
          type="button"
          class="button"
          data-primary
          disabled={isBusy.value}
          onClick={() => void press()}
        >
          {isBusy.value ? 'Making…' : 'Make a key'}
        </button>
      </div>
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
    </>
  );
}
