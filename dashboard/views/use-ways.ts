import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { findWays, type Ways } from '../accounts.ts';

/** As on a server with nothing configured. */
const PLAIN: Ways = { password: true, forgotten: false, singleSignOn: null };

/** Which ways in there are; null until the server has said so. */
export function useWays(): ReadonlySignal<Ways | null> {
  const ways = useSignal<Ways | null>(null);
  useEffect(() => {
    void findWays().then((answer) => {
      ways.value = answer.ok ? answer.value : PLAIN;
    });
  }, []);
  return ways;
}
