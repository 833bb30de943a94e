import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { HelpSheet } from '../components/help-sheet.tsx';
import { SEARCH_ID } from '../components/search-box.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { useKeyboard } from './use-keyboard.ts';
import type { ViewProps } from './view-props.ts';

export interface ShellProps extends ViewProps {
  /** The view: a `main`, and what stands beside it. */
  readonly children: ComponentChildren;
}

/** What every view has around it, and what stays when one goes from view to view. */
export function Shell({ app, session, preferences, children }: ShellProps) {
  const { navigation, now, toaster } = app;
  const isHelpOpen = useSignal(false);
  const help = () => {
    isHelpOpen.value = true;
  };
  useKeyboard(
    { help, search: () => document.getElementById(SEARCH_ID)?.focus() },
    preferences,
    navigation.goTo,
  );
  return (
    <div class="app">
      <TopBar
        place={navigation.place.value}
        account={session.account.value}
        connection={session.store.connection.value}
        now={now}
        theme={preferences.theme}
        onHelp={help}
        onSignOut={() => void app.signOut()}
      />
      {children}
      {isHelpOpen.value && (
        <HelpSheet
          areLettersOff={preferences.areLettersOff}
          onClose={() => {
            isHelpOpen.value = false;
          }}
        />
      )}
      <p class="toast" role="status">
        {toaster.text.value}
      </p>
    </div>
  );
}
