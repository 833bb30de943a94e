import { useSignal } from '@preact/signals';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { Loaded } from './loaded.tsx';
import type { Sender } from './metric-requests.ts';
import { Moment } from './moment.tsx';
import { NewSenderSheet } from './new-sender-sheet.tsx';
import type { PageProps } from './page.ts';
import { useResource } from './use-resource.ts';

/** Those who sign the samples that they send. */
export function SenderList({ api }: Pick<PageProps, 'api'>) {
  const senders = useResource(api.senders);
  const isMaking = useSignal(false);
  const revoking = useSignal<Sender | null>(null);
  const revoked = revoking.value;
  const close = () => {
    revoking.value = null;
  };
  return (
    <section class="section" aria-labelledby="senders">
      <h2 id="senders">Sent and signed</h2>
      <p class="muted">
        A sender with a secret of its own may send samples to the metrics webhook, and nothing else.
      </p>
      <Loaded resource={senders}>
        {(found) => (
          <>
            {found.length > 0 && (
              <ul class="items">
                {found.map((sender) => (
                  <SenderItem
                    key={sender.id}
                    sender={sender}
                    onRevoke={() => {
                      revoking.value = sender;
                    }}
                  />
                ))}
              </ul>
            )}
            <p class="actions">
              <button
                type="button"
                class="button"
                onClick={() => {
                  isMaking.value = true;
                }}
              >
                Make an integration
              </button>
            </p>
          </>
        )}
      </Loaded>
      {isMaking.value && (
        <NewSenderSheet
          make={api.makeSender}
          onMade={() => void senders.reload()}
          onClose={() => {
            isMaking.value = false;
          }}
        />
      )}
      {revoked !== null && (
        <ConfirmSheet
          title={`Revoke ${revoked.name}?`}
          label="Revoke the integration"
          act={() => api.revokeSender(revoked.id)}
          onDone={() => {
            close();
            void senders.reload();
          }}
          onClose={close}
        >
          <p>What it signs is refused from now on, and this cannot be taken back.</p>
        </ConfirmSheet>
      )}
    </section>
  );
}

interface SenderItemProps {
  readonly sender: Sender;
  readonly onRevoke: () => void;
}

function SenderItem({ sender, onRevoke }: SenderItemProps) {
  const { id, name, createdBy, createdAt, revokedAt } = sender;
  const state = revokedAt === null ? 'active' : 'revoked';
  return (
    <li class="item">
      <div class="item-main">
        <span>
          <strong>{name}</strong>{' '}
          <span class="tag" data-state={state}>
            {state}
          </span>
        </span>
        <code class="muted">{id}</code>
        <span class="muted">
          made <Moment iso={createdAt} /> by {createdBy}
          {revokedAt !== null && (
            <>
              , revoked <Moment iso={revokedAt} />
            </>
          )}
        </span>
      </div>
      {revokedAt === null && (
        <div class="item-actions">
          <button type="button" class="button" aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </button>
        </div>
      )}
    </li>
  );
}
