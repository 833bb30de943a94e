import { useSignal } from '@preact/signals';
import { ConfirmSheet } from './confirm-sheet.tsx';
import type { Key } from './console-api.ts';
import { keyState, sortKeys } from './key-state.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import { NewKeySheet } from './new-key-sheet.tsx';
import type { PageProps } from './page.ts';
import { useResource } from './use-resource.ts';

/** What pipelines, screens and assistants come in with. */
export function KeysPage({ api, now }: PageProps) {
  const keys = useResource(api.keys);
  const revoking = useSignal<Key | null>(null);
  const isMaking = useSignal(false);
  return (
    <>
      <p class="actions">
        <button
          type="button"
          class="button"
          data-primary
          onClick={() => {
            isMaking.value = true;
          }}
        >
          Make a key
        </button>
        <a href="/welcome" class="button">
          Connect a pipeline
        </a>
      </p>
      <Loaded resource={keys}>
        {(found) =>
          found.length === 0 ? (
            <p class="muted">There is no key yet. A pipeline needs one to record events.</p>
          ) : (
            <KeyTable
              keys={found}
              now={now.value}
              onRevoke={(key) => {
                revoking.value = key;
              }}
            />
          )
        }
      </Loaded>
      {isMaking.value && (
        <NewKeySheet
          make={api.makeKey}
          onMade={() => void keys.reload()}
          onClose={() => {
            isMaking.value = false;
          }}
        />
      )}
      {revoking.value !== null && (
        <Revoke
          key={revoking.value.id}
          revoked={revoking.value}
          api={api}
          onDone={() => {
            revoking.value = null;
            void keys.reload();
          }}
          onClose={() => {
            revoking.value = null;
          }}
        />
      )}
    </>
  );
}

interface RevokeProps extends Pick<PageProps, 'api'> {
  readonly revoked: Key;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Revoke({ revoked, api, onDone, onClose }: RevokeProps) {
  return (
    <ConfirmSheet
      title={`Revoke ${revoked.name}?`}
      label="Revoke the key"
      act={() => api.revokeKey(revoked.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        Whatever uses <code>{revoked.prefix}…</code> stops within seconds, and this cannot be taken
        back. It was last used: <Moment iso={revoked.lastUsedAt} none="never" />.
      </p>
    </ConfirmSheet>
  );
}

interface KeyTableProps {
  readonly keys: readonly Key[];
  readonly now: number;
  readonly onRevoke: (key: Key) => void;
}

function KeyTable({ keys, now, onRevoke }: KeyTableProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Scope</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {sortKeys(keys, now).map((key) => (
          <KeyRow key={key.id} row={key} now={now} onRevoke={() => onRevoke(key)} />
        ))}
      </tbody>
    </table>
  );
}

interface KeyRowProps {
  readonly row: Key;
  readonly now: number;
  readonly onRevoke: () => void;
}

function KeyRow({ row, now, onRevoke }: KeyRowProps) {
  const state = keyState(row, now);
  return (
    <tr data-state={state}>
      <th scope="row">
        {row.name} <code class="muted">{row.prefix}…</code>
      </th>
      <td data-name="Scope">{row.scope === 'READ_ONLY' ? 'read' : 'read and write'}</td>
      <td data-name="Created">
        <Moment iso={row.createdAt} /> <span class="muted">by {row.createdBy}</span>
      </td>
      <td data-name="Last used">
        <Moment iso={row.lastUsedAt} none="never" />
      </td>
      <td data-name="Expires">
        <Moment iso={row.expiresAt} none="never" />
      </td>
      <td data-name="State">
        <span class="tag" data-state={state}>
          {state}
        </span>
        {state === 'active' && (
          <button type="button" class="button" aria-label={`Revoke ${row.name}`} onClick={onRevoke}>
            Revoke
          </button>
        )}
      </td>
    </tr>
  );
}
