import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ApiError, ApiResult } from '../requests.ts';

export type Loading<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'ready'; readonly value: Value };

export interface Resource<Value> {
  readonly state: ReadonlySignal<Loading<Value>>;
  /** Asks again; what is shown stays until the answer is there. */
  reload(): Promise<void>;
}

/** What the server is asked for while its page is open. `load` is fixed at the first render. */
export function useResource<Value>(load: () => Promise<ApiResult<Value>>): Resource<Value> {
  const state = useSignal<Loading<Value>>({ kind: 'loading' });
  const resource = useMemo(() => {
    let asked = 0;
    const reload = async () => {
      asked += 1;
      const mine = asked;
      if (state.peek().kind === 'failed') state.value = { kind: 'loading' };
      const answer = await load();
      if (mine !== asked) return;
      state.value = answer.ok
        ? { kind: 'ready', value: answer.value }
        : { kind: 'failed', error: answer.error };
    };
    return { state, reload };
  }, []);
  useEffect(() => void resource.reload(), []);
  return resource;
}
