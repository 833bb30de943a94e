import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { HelpSheet } from '../components/help-sheet.tsx';
import { PrintHead } from '../components/print-head.tsx';
import { Toasts } from '../components/toasts.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { SEARCH_ID } from '../search-id.ts';
import { ToolHost } from '../tools/tool-host.tsx';
import type { ToolName } from '../tools/tool-props.ts';
import { isOutdated } from '../update.ts';
import { toQuery, withReference } from '../url-state.ts';
import { useKeyboard } from './use-keyboard.ts';
import type { ViewProps } from './view-props.ts';

export interface ShellProps extends ViewProps {
  /** The view: a `main`, and what stands beside it. */
  readonly children: ComponentChildren;
}

/** What every view has around it, and what stays when one goes from view to view. */
export function Shell({ children, ...inside }: ShellProps) {
  const { app, session, preferences } = inside;
  const { navigation, now, toaster, keptViews } = app;
  const open = useSignal<ToolName | 'help' | null>(null);
  const opening = (tool: ToolName | 'help') => () => {
    open.value = tool;
  };
  const close = () => {
    open.value = null;
  };
  useKeyboard(
    {
      help: opening('help'),
      palette: opening('palette'),
      views: opening('views'),
      export: opening('export'),
      undo: () => toaster.runAction(),
      search: () => document.getElementById(SEARCH_ID)?.focus(),
    },
    preferences,
    navigation.goTo,
  );
  useUpdates(inside);
  const query = toQuery(withReference(navigation.query.value, null));
  return (
    <div class="app">
      <TopBar
        place={navigation.place.value}
        pinned={keptViews.kept.value.pinned}
        address={location.pathname + query}
        account={session.account.value}
        connection={session.store.connection.value}
        now={now}
        theme={preferences.theme}
        onOpen={(tool) => opening(tool)()}
        onSignOut={() => void app.signOut()}
      />
      <PrintHead />
      {children}
      {open.value === 'help' ? (
        <HelpSheet areLettersOff={preferences.areLettersOff} onClose={close} />
      ) : (
        <ToolHost
          {...inside}
          tool={open.value}
          onClose={close}
          onOpen={(tool) => opening(tool)()}
        />
      )}
      <Toasts toaster={toaster} />
    </div>
  );
}

/** A server that comes back may be a newer one, which knows nothing of the files of this page. */
function useUpdates({ app, session }: ViewProps): void {
  const { restoredAt } = session.store.connection.value;
  useEffect(() => {
    if (restoredAt === null) return;
    const action = { label: 'Load again', run: () => location.reload() };
    void isOutdated().then((isOld) => {
      if (isOld) app.toaster.say('Milepost was updated.', action, 'until closed');
    });
  }, [restoredAt]);
}
