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
export function AccountMenu(props: AccountMenuProps) {
  const { account, theme, onHelp, onSignOut } = props;
  return (
    <Menu label={<Icon name="account" />} name="Account" class="account">
      {account !== null && <WhoseIsIt account={account} />}
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
      <a href="/settings" class="menu-item">
        <Icon name="settings" /> Settings
      </a>
      <a href="/welcome" class="menu-item">
        <Icon name="terminal" /> Connect a pipeline
      </a>
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

function WhoseIsIt({ account }: { readonly account: Account }) {
  const { organization, person, scope } = account;
  return (
    <p class="account-name">
      <strong>{organization.name}</strong>
      {person === null ? (
        <span class="account-scope">
          Opened with a key that may {scope === 'READ_ONLY' ? 'read' : 'read and write'}
        </span>
      ) : (
        <>
          <span>{person.name}</span>
          <span class="account-scope">
            {person.email}, {person.role}
          </span>
        </>
      )}
    </p>
  );
}
