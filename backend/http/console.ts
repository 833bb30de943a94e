/** What the routes of the console have in common. */
import type { Actor } from '../model/audit.ts';
import type { Person } from '../model/person.ts';

/** As the audit log names a person: by the address, since names are not unique. */
export function actorOf({ id, email }: Person): Actor {
  return { kind: 'person', id, name: email };
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
