import type { Actor, AuditTarget } from '../model/audit.ts';
import type { Person, Role } from '../model/person.ts';

/** Who wants something done. `role`: null for who has the shell, and so may do everything. */
export interface By {
  readonly actor: Actor;
  readonly role: Role | null;
}

export function byPerson(person: Person): By {
  return { actor: actorOf(person), role: person.role };
}

/** As the audit log names a person: by the address, since names are not unique. */
export function actorOf({ id, email }: Pick<Person, 'id' | 'email'>): Actor {
  return { kind: 'person', id, name: email };
}

export function personTarget({ id, email }: Pick<Person, 'id' | 'email'>): AuditTarget {
  return { kind: 'person', id, name: email };
}
