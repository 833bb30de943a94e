import { useSignal } from '@preact/signals';
import { PROVIDER_FACTS } from '../../backend/model/provider.ts';
import { sentence } from '../words.ts';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { Loaded } from './loaded.tsx';
import type { Provider } from './metric-requests.ts';
import type { PageProps } from './page.ts';
import { ProviderSheet } from './provider-sheet.tsx';
import { conditionOf, describeFetches } from './provider-words.ts';
import { useResource } from './use-resource.ts';

type Open =
  | { readonly act: 'edit' | 'remove'; readonly provider: Provider }
  | { readonly act: 'add' };

/** Where Milepost fetches metrics, and how that goes. */
export function ProviderList({ api, now }: Pick<PageProps, 'api' | 'now'>) {
  const providers = useResource(api.providers);
  const open = useSignal<Open | null>(null);
  const close = () => {
    open.value = null;
  };
  const done = () => {
    close();
    void providers.reload();
  };
  const shown = open.value;
  return (
    <section class="section" aria-labelledby="providers">
      <h2 id="providers">Fetched by Milepost</h2>
      <p class="muted">
        Prometheus and what speaks like it, Datadog, Sentry, Google Analytics. Credentials are kept
        encrypted and never shown.
      </p>
      <Loaded resource={providers}>
        {(found) => (
          <>
            {found.length > 0 && (
              <ul class="items">
                {found.map((provider) => (
                  <ProviderItem
                    key={provider.id}
                    provider={provider}
                    now={now.value}
                    onOpen={(act) => {
                      open.value = { act, provider };
                    }}
                  />
                ))}
              </ul>
            )}
            <p class="actions">
              <button
                type="button"
                class="button"
                data-primary={found.length === 0}
                onClick={() => {
                  open.value = { act: 'add' };
                }}
              >
                Add a provider
              </button>
              {found.length > 0 && (
                <button type="button" class="button" onClick={() => void providers.reload()}>
                  Look again
                </button>
              )}
            </p>
          </>
        )}
      </Loaded>
      {shown?.act === 'remove' && (
        <ConfirmSheet
          title={`Remove ${shown.provider.name}?`}
          label="Remove the provider"
          act={() => api.removeProvider(shown.provider.id)}
          onDone={done}
          onClose={close}
        >
          <p>
            Its credentials are deleted, and nothing is fetched any more. The samples that it has
            brought stay.
          </p>
        </ConfirmSheet>
      )}
      {(shown?.act === 'add' || shown?.act === 'edit') && (
        <ProviderSheet
          api={api}
          provider={shown.act === 'edit' ? shown.provider : null}
          onDone={done}
          onClose={close}
        />
      )}
    </section>
  );
}

interface ProviderItemProps {
  readonly provider: Provider;
  readonly now: number;
  readonly onOpen: (act: 'edit' | 'remove') => void;
}

function ProviderItem({ provider, now, onOpen }: ProviderItemProps) {
  const { name, kind, url, queries, lastError } = provider;
  const condition = conditionOf(provider);
  return (
    <li class="item">
      <div class="item-main">
        <span>
          <strong>{name}</strong>{' '}
          <span class="tag" data-state={condition}>
            {condition}
          </span>
        </span>
        <span class="muted">
          {PROVIDER_FACTS[kind].name} at {url}: {queries.map(({ metric }) => metric).join(', ')}
        </span>
        <span class="muted">{describeFetches(provider, now)}</span>
      </div>
      <div class="item-actions">
        <button
          type="button"
          class="button"
          aria-label={`Change ${name}`}
          onClick={() => onOpen('edit')}
        >
          Change
        </button>
        <button
          type="button"
          class="button"
          aria-label={`Remove ${name}`}
          onClick={() => onOpen('remove')}
        >
          Remove
        </button>
      </div>
      {lastError !== null && <p class="problem item-problem">{sentence(lastError)}</p>}
    </li>
  );
}
