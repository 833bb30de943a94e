import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Account } from '../api.ts';
import type { Connection } from '../connection.ts';
import type { KeptView } from '../kept.ts';
import type { Place } from '../places.ts';
import type { Theme } from '../preferences.ts';
import type { ToolName } from '../tools/tool-props.ts';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { Icon } from './icon.tsx';
import { Logo } from './logo.tsx';
import { PinnedViews } from './pinned-views.tsx';
import { ViewNav } from './view-nav.tsx';

export interface TopBarProps {
  readonly place: Place;
  readonly pinned: readonly KeptView[];
  /** Path and query of what is shown. */
  readonly address: string;
  readonly account: Account | null;
  readonly connection: Connection;
  readonly now: ReadonlySignal<number>;
  readonly theme: Signal<Theme>;
  readonly onOpen: (tool: ToolName | 'help') => void;
  readonly onSignOut: () => void;
}

/** Always in sight, in every view: where one is, and the truth about the connection. */
export function TopBar(props: TopBarProps) {
  const { place, pinned, address, account, connection, now, theme, onOpen, onSignOut } = props;
  return (
    <header class="top-bar">
      <button type="button" class="skip button" onClick={skipToContent}>
        Skip to the content
      </button>
      <a class="home" href="/" aria-label="Milepost, start page">
        <Logo />
      </a>
      <ViewNav place={place} />
      <PinnedViews views={pinned} address={address} />
      <ConnectionIndicator connection={connection} now={now} />
      <button
        type="button"
        class="button"
        data-bare
        title="Saved views (v)"
        aria-label="Saved views"
        onClick={() => onOpen('views')}
      >
        <Icon name="bookmark" />
      </button>
      <button
        type="button"
        class="button"
        data-bare
        title="Go to, or do (Ctrl or ⌘ K)"
        aria-label="Command palette"
        onClick={() => onOpen('palette')}
      >
        <Icon name="terminal" />
      </button>
      <AccountMenu
        account={account}
        theme={theme}
        onHelp={() => onOpen('help')}
        onSignOut={onSignOut}
      />
    </header>
  );
}

/** To where the keyboard is in a list, or else to the beginning of the view. */
function skipToContent(): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  (find('main [data-active="true"]') ?? find('main'))?.focus();
}
