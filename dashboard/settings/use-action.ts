import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { ApiResult } from '../requests.ts';
import { explain } from '../words.ts';

export interface Action {
  readonly isBusy: ReadonlySignal<boolean>;
  /** Why it did not work; null where it did, or was not tried. */
  readonly problem: ReadonlySignal<string | null>;
  /** Does it unless it is being done; resolves with whether it worked. */
  readonly run: (act: () => Promise<ApiResult<unknown>>) => Promise<boolean>;
}

/** Something that a press of a button asks of the server. */
export function useAction(): Action {
  const isBusy = useSignal(false);
  const problem = useSignal<string | null>(null);
  const run: Action['run'] = async (act) => {
    if (isBusy.peek()) return false;
    isBusy.value = true;
    problem.value = null;
    const answer = await act();
    isBusy.value = false;
    if (!answer.ok) problem.value = explain(answer.error, location.host);
    return answer.ok;
  };
  return { isBusy, problem, run };
}
