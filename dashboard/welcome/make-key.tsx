import { useSignal } from '@preact/signals';
import type { ConsoleApi } from '../settings/console-api.ts';
import { SecretShown } from '../settings/secret-shown.tsx';
import { useAction } from '../settings/use-action.ts';

export interface MakeKeyProps {
  readonly make: ConsoleApi['makeKey'];
  /** Null until it is made. */
  readonly secret: string | null;
  readonly onMade: (secret: string) => void;
}

/** One press: a key that the snippets below then hold. */
export function MakeKey({ make, secret, onMade }: MakeKeyProps) {
  const { isBusy, problem, run } = useAction();
  const name = useSignal('first pipeline');
  const press = () =>
    run(async () => {
      const answer = await make({ name: name.value.trim() || 'pipeline', scope: 'READ_WRITE' });
      if (answer.ok) onMade(answer.value.secret);
      return answer;
    });
  if (secret !== null) {
    return (
      <>
        <p>It is shown this once. It may read and write; the snippets below hold it.</p>
        <SecretShown text={secret} label="Copy the key" />
      </>
    );
  }
  return (
    <>
      <div class="make-key">
        <input
          aria-label="Name of the key"
          value={name.value}
          maxLength={100}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value;
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
