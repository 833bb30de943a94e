import type {
  ActorKind,
  AuditAction,
  AuditDetails,
  AuditEntry,
  AuditFilter,
} from '../../model/audit.ts';
import type { PagePosition } from '../../model/query.ts';
import type { AuditStore } from '../port.ts';
import type { Database } from './database.ts';
import type { SqlValue } from './driver.ts';

interface AuditRow {
  readonly seq: number;
  readonly id: string;
  readonly organization: string;
  readonly time: number;
  readonly actor_kind: ActorKind;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly action: AuditAction;
  readonly target_kind: string | null;
  readonly target_id: string | null;
  readonly target_name: string | null;
  readonly details: string;
}

function toEntry(row: AuditRow): AuditEntry {
  const { target_kind: kind, target_id: id, target_name: name } = row;
  return {
    id: row.id,
    organization: row.organization,
    time: row.time,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: kind === null || id === null || name === null ? null : { kind, id, name },
    details: JSON.parse(row.details) as AuditDetails,
    receipt: String(row.seq),
  };
}

export function createAuditStore(db: Database): AuditStore {
  return {
    insert: async ({ id, organization, time, actor, action, target, details }) => {
      db.run(
        `INSERT INTO audit (id, organization, time, actor_kind, actor_id, actor_name, action,
           target_kind, target_id, target_name, details)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        organization,
        time,
        actor.kind,
        actor.id,
        actor.name,
        action,
        target?.kind ?? null,
        target?.id ?? null,
        target?.name ?? null,
        JSON.stringify(details),
      );
      await db.flush();
    },
    page: async (organization, { filter, limit, after }) => {
      const { sql, values } = select(organization, filter, limit + 1, after);
      const rows = db.all<AuditRow>(sql, ...values);
      return { entries: rows.slice(0, limit).map(toEntry), hasMore: rows.length > limit };
    },
  };
}

interface Query {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const NEWEST_FIRST = 'ORDER BY time DESC, seq DESC LIMIT ?';

/** An actor is sought by id and by name, each on an index of its own; their union is then ordered. */
function select(
  organization: string,
  { actor, action, from, to }: AuditFilter,
  limit: number,
  after: PagePosition | undefined,
): Query {
  const conditions = ['organization = ?'];
  const values: SqlValue[] = [organization];
  const narrow = (condition: string, ...wanted: SqlValue[]): void => {
    conditions.push(condition);
    values.push(...wanted);
  };
  if (action !== undefined) narrow('action = ?', action);
  if (from !== undefined) narrow('time >= ?', from);
  if (to !== undefined) narrow('time <= ?', to);
  if (after !== undefined) narrow('(time, seq) < (?, ?)', after.time, Number(after.receipt));
  const where = conditions.join(' AND ');
  if (actor === undefined) {
    return {
      sql: `SELECT * FROM audit WHERE ${where} ${NEWEST_FIRST}`,
      values: [...values, limit],
    };
  }
  const side = (column: string) =>
    `SELECT * FROM (SELECT * FROM audit INDEXED BY audit_by_${column}
     WHERE ${where} AND ${column} = ? ${NEWEST_FIRST})`;
  return {
    sql: `SELECT * FROM (${side('actor_id')} UNION ${side('actor_name')}) ${NEWEST_FIRST}`,
    values: [...values, actor, limit, ...values, actor, limit, limit],
  };
}
