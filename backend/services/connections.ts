import { notFound } from '../errors.ts';
import type { Actor, AuditTarget } from '../model/audit.ts';
import type { Connection } from '../model/oauth.ts';
import { MANAGERS, type Person } from '../model/person.ts';
import type { PersonStore } from '../store/account-port.ts';
import type { ConnectionRecord, ConnectionStore } from '../store/oauth-port.ts';
import { actorOf } from './actors.ts';
import type { Audit } from './audit.ts';

export interface ShownConnection extends Connection {
  /** Who allowed it. */
  readonly by: Person;
}

/** The assistants that people have let in. */
export interface Connections {
  /** Newest first: one's own; everybody's for who manages the organization. */
  list(organization: string, me: Person): Promise<readonly ShownConnection[]>;
  /** Takes effect at once here and within `TRUST_MS` elsewhere. Rejects with NOT_FOUND. */
  revoke(organization: string, id: string, me: Person): Promise<void>;
  /** Ends one for a reason that the audit log names. */
  end(connection: ConnectionRecord, reason: string): Promise<void>;
}

export interface ConnectionsDependencies {
  readonly connections: ConnectionStore;
  readonly people: Pick<PersonStore, 'list'>;
  readonly audit: Pick<Audit, 'change'>;
  readonly forget: (connection: string) => void;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

/** Where nobody decides, but the protocol does. */
const PROTOCOL: Actor = { kind: 'system', id: null, name: 'oauth' };

export function createConnections(dependencies: ConnectionsDependencies): Connections {
  const { connections, people, audit, forget, clock } = dependencies;

  const list: Connections['list'] = async (organization, me) => {
    const members = new Map((await people.list(organization)).map((one) => [one.id, one]));
    const isManager = MANAGERS.includes(me.role);
    return (await connections.list(organization)).flatMap((connection) => {
      const { person, expiresAt } = connection;
      const member = members.get(person);
      const isShown = isManager || person === me.id;
      if (member === undefined || expiresAt <= clock() || !isShown) return [];
      const { id, email, name, role } = member;
      return [{ ...connection, by: { id, email, name, role } }];
    });
  };

  const remove = async (connection: Connection, actor: Actor, reason?: string): Promise<void> => {
    const { id, organization } = connection;
    const details = reason === undefined ? {} : { reason };
    const deed = { organization, actor, target: connectionTarget(connection), details };
    await audit.change({ ...deed, action: 'connection.revoked' }, () =>
      connections.remove(organization, id),
    );
    forget(id);
  };

  return {
    list,
    revoke: async (organization, id, me) => {
      const connection = (await list(organization, me)).find((one) => one.id === id);
      if (connection === undefined) throw notFound(`id: there is no connection ${id}`);
      await remove(connection, actorOf(me));
    },
    end: (connection, reason) => remove(connection, PROTOCOL, reason),
  };
}

export function connectionTarget({ id, clientName }: Connection): AuditTarget {
  return { kind: 'connection', id, name: clientName };
}
