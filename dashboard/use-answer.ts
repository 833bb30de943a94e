import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { ApiResult } from './requests.ts';
import type { Loading, Resource } from './settings/use-resource.ts';

export interface Question<Value> {
  /** What is asked; another one starts afresh. */
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<ApiResult<Value>>;
  /** How long to wait for a further question before this one is asked, ms. */
  readonly delayMs?: number;
  /** What is shown stays until the answer to another question is there. */
  readonly keeps?: boolean;
}

/** The answer to what is asked at the moment; questions that nobody waits for are given up. */
export function useAnswer<Value>(question: Question<Value>): Resource<Value> {
  const { key, ask, delayMs = 0, keeps = false } = question;
  const state = useSignal<Loading<Value>>({ kind: 'loading' });
  const attempt = useSignal(0);
  useEffect(() => {
    const given = new AbortController();
    if (!keeps || state.peek().kind === 'failed') state.value = { kind: 'loading' };
    const timer = setTimeout(async () => {
      const answer = await ask(given.signal);
      if (given.signal.aborted) return;
      state.value = answer.ok
        ? { kind: 'ready', value: answer.value }
        : { kind: 'failed', error: answer.error };
    }, delayMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [key, attempt.value]);
  return useMemo(
    () => ({
      state,
      reload: async () => {
        attempt.value += 1;
      },
    }),
    [],
  );
}
