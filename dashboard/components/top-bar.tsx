import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Account } from '../api.ts';
import type { Connection } from '../connection.ts';
import type { Place } from '../places.ts';
import type { Theme } from '../preferences.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { Logo } from './logo.tsx';
import { ViewNav } from './view-nav.tsx';

export interface TopBarProps {
  readonly place: Place;
  readonly account: Account | null;
  readonly connection: Connection;
  readonly now: ReadonlySignal<number>;
  readonly theme: Signal<Theme>;
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
}

/** Always in sight, in every view: where one is, and the truth about the connection. */
export function TopBar(props: TopBarProps) {
  const { place, account, connection, now, theme, onHelp, onSignOut } = props;
  return (
    <header class="top-bar">
      <button type="button" class="skip button" onClick={skipToContent}>
        Skip to the content
      </button>
      <a class="home" href="/" aria-label="Milepost, start page">
        <Logo />
      </a>
      <ViewNav place={place} />
      <ConnectionIndicator connection={connection} now={now} />
      <AccountMenu account={account} theme={theme} onHelp={onHelp} onSignOut={onSignOut} />
    </header>
  );
}

/** To where the keyboard is in a list, or else to the beginning of the view. */
function skipToContent(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  (find('main [data-active="true"]') ?? find('main'))?.focus();
}
