import { useSignal } from '@preact/signals';
import { ConfirmSheet } from './confirm-sheet.tsx';
import { ConnectAssistant } from './connect-assistant.tsx';
import type { Connection } from './console-api.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';
import type { PageProps } from './page.ts';
import { mayManage } from './permissions.ts';
import { useResource } from './use-resource.ts';

/** The assistants that people have let in, and how to let in another. */
export function ConnectionsPage({ api, account }: PageProps) {
  const connections = useResource(api.connections);
  const ending = useSignal<Connection | null>(null);
  const close = () => {
    ending.value = null;
  };
  return (
    <>
      <section class="section">
        <h2>{mayManage(account) ? 'Everybody’s assistants' : 'Your assistants'}</h2>
        <Loaded resource={connections}>
          {(found) =>
            found.length === 0 ? (
              <p class="muted">No assistant has been let in yet.</p>
            ) : (
              <ConnectionTable
                connections={found}
                me={account.person?.id}
                onEnd={(one) => {
                  ending.value = one;
                }}
              />
            )
          }
        </Loaded>
      </section>
      <ConnectAssistant api={api} account={account} />
      {ending.value !== null && (
        <Disconnect
          ended={ending.value}
          api={api}
          onDone={() => {
            close();
            void connections.reload();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface DisconnectProps extends Pick<PageProps, 'api'> {
  readonly ended: Connection;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function Disconnect({ ended, api, onDone, onClose }: DisconnectProps) {
  return (
    <ConfirmSheet
      title={`Disconnect ${ended.client.name}?`}
      label="Disconnect"
      act={() => api.disconnect(ended.id)}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        It is shut out within seconds, and has to ask {ended.person.email} again. It was last used:{' '}
        <Moment iso={ended.lastUsedAt} none="never" />.
      </p>
    </ConfirmSheet>
  );
}

interface ConnectionTableProps {
  readonly connections: readonly Connection[];
  readonly me: string | undefined;
  readonly onEnd: (connection: Connection) => void;
}

function ConnectionTable({ connections, me, onEnd }: ConnectionTableProps) {
  const isMixed = connections.some(({ person }) => person.id !== me);
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Assistant</th>
          {isMixed && <th scope="col">Of</th>}
          <th scope="col">May</th>
          <th scope="col">Since</th>
          <th scope="col">Last used</th>
        </tr>
      </thead>
      <tbody>
        {connections.map((one) => (
          <ConnectionRow key={one.id} one={one} isMixed={isMixed} onEnd={() => onEnd(one)} />
        ))}
      </tbody>
    </table>
  );
}

interface ConnectionRowProps {
  readonly one: Connection;
  readonly isMixed: boolean;
  readonly onEnd: () => void;
}

function ConnectionRow({ one, isMixed, onEnd }: ConnectionRowProps) {
  const { client, person, scopes } = one;
  return (
    <tr>
      <th scope="row">
        <bdi>{client.name}</bdi>
        <div class="muted">
          {client.isVerified ? `verified by ${client.place}` : `on ${client.place}, not verified`}
        </div>
      </th>
      {isMixed && <td data-name="Of">{person.email}</td>}
      <td data-name="May">{scopes.includes('timeline:write') ? 'read and write' : 'read'}</td>
      <td data-name="Since">
        <Moment iso={one.createdAt} />
      </td>
      <td data-name="Last used">
        <Moment iso={one.lastUsedAt} none="never" />
        <button
          type="button"
          class="button"
          aria-label={`Disconnect ${client.name}`}
          onClick={onEnd}
        >
          Disconnect
        </button>
      </td>
    </tr>
  );
}
