import type { PageProps } from './page.ts';
import { ProviderList } from './provider-list.tsx';
import { Receivers } from './receivers.tsx';
import { SenderList } from './sender-list.tsx';

/** How metrics get here. */
export function IntegrationsPage({ api, now }: PageProps) {
  return (
    <>
      <p class="muted">
        Metrics tell what a change did. They come here in one of these ways; what has arrived is
        under <a href="/settings/metrics">Metrics</a>.
      </p>
      <ProviderList api={api} now={now} />
      <SenderList api={api} />
      <Receivers />
    </>
  );
}
