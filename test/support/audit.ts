import type { Actor } from '../../backend/model/audit.ts';
import { type Audit, createAudit } from '../../backend/services/audit.ts';
import type { Store } from '../../backend/store/port.ts';

/** Who does what a test does beside the product. */
export const TESTER: Actor = { kind: 'cli', id: null, name: 'tester' };

/** The audit log of a store, as another process would have it. */
export function auditOf({ audit }: Pick<Store, 'audit'>, clock: () => number = Date.now): Audit {
  return createAudit({ audit, clock, newId: () => crypto.randomUUID() });
}
