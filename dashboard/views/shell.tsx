import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { HelpSheet } from '../components/help-sheet.tsx';
import { SEARCH_ID } from '../components/search-box.tsx';
import { Toasts } from '../components/toasts.tsx';
import { TopBar } from '../components/top-bar.tsx';
import { ToolHost } from '../tools/tool-host.tsx';
import type { ToolName } from '../tools/tool-props.ts';
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
  useWatching(inside);
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

/** Fetches what notifies of events, once some view is watched. */
function useWatching({ app, session }: ViewProps): void {
  const { keptViews, navigation } = app;
  const isWanted = keptViews.kept.value.watched.length > 0;
  useEffect(() => {
    if (!isWanted) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    void import('../tools/watch.ts').then(({ startWatching }) => {
      if (!isGone) stop = startWatching({ session, keptViews, goTo: navigation.goTo });
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [session, isWanted]);
}
