import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Account } from '../api.ts';
import type { App } from '../app.ts';
import { lazy } from '../components/lazy.tsx';
import { type SettingsPage, settingsPath } from '../places.ts';
import type { Session } from '../session.ts';
import { AuditPage } from './audit-page.tsx';
import { type ConsoleApi, createConsoleApi } from './console-api.ts';
import { ContextPage } from './context-page.tsx';
import { IntegrationsPage } from './integrations-page.tsx';
import { KeysPage } from './keys-page.tsx';
import { MembersPage } from './members-page.tsx';
import { MetricsPage } from './metrics-page.tsx';
import { OrganizationPage } from './organization-page.tsx';
import type { PageProps } from './page.ts';
import { mayManage, pagesFor } from './permissions.ts';
import { ProfilePage } from './profile-page.tsx';
import { RetentionPage } from './retention-page.tsx';

export interface SettingsViewProps {
  readonly app: App;
  readonly session: Session;
  readonly page: SettingsPage;
}

const PAGES: Readonly<
  Record<SettingsPage, { readonly name: string; readonly View: ComponentType<PageProps> }>
> = {
  profile: { name: 'Profile', View: ProfilePage },
  organization: { name: 'Organization', View: OrganizationPage },
  members: { name: 'Members', View: MembersPage },
  keys: { name: 'API keys', View: KeysPage },
  connections: {
    name: 'Connections',
    View: lazy(async () => (await import('./connections-page.tsx')).ConnectionsPage, Waiting),
  },
  context: { name: 'Business context', View: ContextPage },
  integrations: { name: 'Integrations', View: IntegrationsPage },
  metrics: { name: 'Metrics', View: MetricsPage },
  retention: { name: 'Retention', View: RetentionPage },
  audit: { name: 'Audit log', View: AuditPage },
};

function Waiting() {
  return (
    <p role="status" class="muted">
      Loading…
    </p>
  );
}

/** Who may do what, and what became of it. */
export function SettingsView({ app, session, page }: SettingsViewProps) {
  const account = session.account.value;
  if (account !== null) {
    return <Pages app={app} session={session} account={account} page={page} />;
  }
  return (
    <main class="settings-main">
      <h1>Settings</h1>
      <p role="status">Loading</p>
    </main>
  );
}

interface PagesProps extends SettingsViewProps {
  readonly account: Account;
}

function Pages({ app, session, account, page }: PagesProps) {
  const api = useMemo(() => createConsoleApi(session.key, session.end), [session]);
  const { hasRetention } = useServer(session, account, api, page);
  const pages = pagesFor(account).filter((one) => one !== 'retention' || hasRetention);
  const shown = pages.includes(page) ? page : null;
  const heading = useRef<HTMLHeadingElement>(null);
  const name = PAGES[shown ?? page].name;
  const before = useRef<SettingsPage | null>(null);
  useLayoutEffect(() => {
    document.title = `${name} – Settings – Milepost`;
    // From page to page the focus comes along; who comes from outside starts at the top.
    if (before.current !== null && before.current !== page) heading.current?.focus();
    before.current = page;
    // On a phone the pages stand side by side, and not all of them fit.
    document.querySelector('.settings-nav [aria-current]')?.scrollIntoView({ inline: 'center' });
  }, [page, name]);
  const View = shown === null ? null : PAGES[shown].View;
  return (
    <>
      <nav class="settings-nav" aria-label="Settings">
        {pages.map((one) => (
          <a key={one} href={settingsPath(one)} aria-current={one === shown ? 'page' : undefined}>
            {PAGES[one].name}
          </a>
        ))}
      </nav>
      <main class="settings-main" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        {View === null ? (
          <p class="refusal">
            {account.person === null
              ? 'An API key opens the timeline. Sign in with your password to see this.'
              : 'Only owners and admins of the organization see this.'}
          </p>
        ) : (
          <View
            key={shown}
            api={api}
            account={account}
            now={app.now}
            onAccount={session.refreshAccount}
          />
        )}
      </main>
    </>
  );
}

/** Roles change while one looks; and not every server deletes old events. */
function useServer(session: Session, account: Account, api: ConsoleApi, page: SettingsPage) {
  const hasRetention = useSignal(true);
  const isManager = mayManage(account);
  useEffect(() => void session.refreshAccount(), [page]);
  useEffect(() => {
    if (!isManager) return;
    void api.retention().then((answer) => {
      hasRetention.value = answer.ok || answer.error.kind !== 'missing';
    });
  }, [isManager]);
  return { hasRetention: hasRetention.value };
}
