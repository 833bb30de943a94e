import { useSignal } from '@preact/signals';
import { beginSignOn } from '../accounts.ts';
import { explain } from '../words.ts';

export interface SingleSignOnProps {
  readonly name: string;
  /** The page to come back to. */
  readonly to: string;
  readonly isPrimary?: boolean;
}

/** Leads to the issuer, which leads back here. */
export function SingleSignOn({ name, to, isPrimary = false }: SingleSignOnProps) {
  const isBusy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const leave = async () => {
    isBusy.value = true;
    problem.value = null;
    const answer = await beginSignOn(to);
    // Busy until the other page is there.
    if (answer.ok) location.assign(answer.value.location);
    else {
      isBusy.value = false;
      problem.value = explain(answer.error, location.host);
    }
  };
  return (
    <div class={problem.value === null ? undefined : 'stack'}>
      <div role="alert">{problem.value !== null && <p class="problem">{problem.value}</p>}</div>
      <button
        type="button"
        class="button wide"
        data-primary={isPrimary}
        disabled={isBusy.value}
        onClick={() => void leave()}
      >
        {isBusy.value ? `Going to ${name}…` : `Continue with ${name}`}
      </button>
    </div>
  );
}
