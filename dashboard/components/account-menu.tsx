import type { Signal } from '@preact/signals';
import type { Account } from '../api.ts';
import { THEMES, type Theme } from '../preferences.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

export interface AccountMenuProps {
  /** Null until it is known. */
  readonly account: Account | null;
  readonly theme: Signal<Theme>;
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
}

/** Whose timeline this is, how it looks, and the way out. */
export function AccountMenu({ account, theme, onHelp, onSignOut }: AccountMenuProps) {
  return (
    <Menu label={<Icon name="account" />} name="Account" class="account">
      {account !== null && (
        <p class="account-name">
          <strong>{account.organization.name}</strong>
          <span class="account-scope">
            {account.scope === 'READ_ONLY' ? 'May read' : 'May read and write'}
          </span>
        </p>
      )}
      <fieldset class="themes">
        <legend>Theme</legend>
        {THEMES.map((name) => (
          <label key={name} class="range">
            <input
              type="radio"
              name="theme"
              checked={theme.value === name}
              onChange={() => {
                theme.value = name;
              }}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <button type="button" class="menu-item" onClick={onHelp}>
        <Icon name="help" /> Keyboard and help
      </button>
      <a class="menu-item" href="/docs">
        <Icon name="external" /> API reference
      </a>
      <button type="button" class="menu-item" onClick={onSignOut}>
        <Icon name="close" /> Sign out
      </button>
    </Menu>
  );
}
