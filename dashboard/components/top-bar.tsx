import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Account } from '../api.ts';
import type { Connection } from '../connection.ts';
import type { Theme } from '../preferences.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { Icon } from './icon.tsx';
import { Logo } from './logo.tsx';
import { SearchBox } from './search-box.tsx';

export interface TopBarProps {
  readonly account: Account | null;
  readonly connection: Connection;
  readonly now: ReadonlySignal<number>;
  readonly search: string;
  readonly isPaused: Signal<boolean>;
  readonly theme: Signal<Theme>;
  readonly onSkip: () => void;
  readonly onSearch: (text: string, isFirst: boolean) => void;
  readonly onFilters: () => void;
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
}

/** Always in sight: the search, the truth about the connection, and the pause button. */
export function TopBar(props: TopBarProps) {
  const { account, connection, now, search, isPaused, theme } = props;
  const { onSkip, onSearch, onFilters, onHelp, onSignOut } = props;
  return (
    <header class="top-bar">
      <button type="button" class="skip button" onClick={onSkip}>
        Skip to the events
      </button>
      <h1>
        <a class="home" href="/">
          <Logo />
        </a>
      </h1>
      <SearchBox value={search} onSearch={onSearch} />
      <ConnectionIndicator connection={connection} now={now} />
      <button
        type="button"
        class="button pause"
        data-on={isPaused.value}
        title={isPaused.value ? 'Let the list move again (p)' : 'Hold the list still (p)'}
        onClick={() => {
          isPaused.value = !isPaused.value;
        }}
      >
        <Icon name={isPaused.value ? 'play' : 'pause'} />
        <span class="pause-name">{isPaused.value ? 'Resume' : 'Pause'}</span>
      </button>
      <button type="button" class="button filters-button" onClick={onFilters}>
        <Icon name="filter" /> Filters
      </button>
      <AccountMenu account={account} theme={theme} onHelp={onHelp} onSignOut={onSignOut} />
    </header>
  );
}
