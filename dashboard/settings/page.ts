import type { ReadonlySignal } from '@preact/signals';
import type { Account } from '../api.ts';
import type { ConsoleApi } from './console-api.ts';

/** What every page of the settings is given. */
export interface PageProps {
  readonly api: ConsoleApi;
  readonly account: Account;
  readonly now: ReadonlySignal<number>;
  /** The account has changed. */
  readonly onAccount: () => Promise<void>;
}
