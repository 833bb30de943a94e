import { conflict, forbidden, notFound } from '../errors.ts';
import type { AuditAction } from '../model/audit.ts';
import { MANAGERS, type Person } from '../model/person.ts';
import { type SavedView, VIEWS_OF_PERSON } from '../model/view.ts';
import type { ViewStore } from '../store/view-port.ts';
import { actorOf } from './actors.ts';
import type { Audit } from './audit.ts';

export interface NewView {
  readonly name: string;
  readonly address: string;
  readonly isShared: boolean;
}

export type ViewChanges = { readonly [Field in keyof NewView]?: NewView[Field] | undefined };

/**
 * Saved views. What somebody may not see rejects with NOT_FOUND, what they may not do with
 * FORBIDDEN. Only what others see is in the audit log.
 */
export interface Views {
  /** Oldest first. `person` null, for an API key: the shared ones. */
  list(organization: string, person: Person | null): Promise<readonly SavedView[]>;
  /** Rejects with CONFLICT where the person has as many as one may have. */
  create(organization: string, view: NewView, person: Person): Promise<SavedView>;
  change(
    organization: string,
    id: string,
    changes: ViewChanges,
    person: Person,
  ): Promise<SavedView>;
  remove(organization: string, id: string, person: Person): Promise<void>;
}

export interface ViewsDependencies {
  readonly views: ViewStore;
  readonly audit: Pick<Audit, 'change'>;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
  readonly newId: () => string;
}

export function createViews({ views, audit, clock, newId }: ViewsDependencies): Views {
  const find = async (organization: string, id: string, person: Person): Promise<SavedView> => {
    const view = await views.find(organization, id);
    if (view === null || !(view.isShared || isOwner(view, person))) throw unknown(id);
    return view;
  };
  /** Does the work, with an entry where others can see what it does. */
  const audited = <T>(
    action: AuditAction,
    view: SavedView,
    person: Person,
    work: () => Promise<T>,
  ): Promise<T> => {
    const { organization, id, name, address } = view;
    const target = { kind: 'view', id, name };
    const deed = { organization, actor: actorOf(person), action, target, details: { address } };
    return audit.change(deed, work);
  };
  const makeRoom = async (organization: string, person: Person) => {
    const seen = await views.list(organization, person.id);
    const owned = seen.filter((view) => isOwner(view, person));
    if (owned.length >= VIEWS_OF_PERSON) {
      throw conflict(`name: you have ${VIEWS_OF_PERSON} views already, delete one first`);
    }
  };

  return {
    list: (organization, person) => views.list(organization, person?.id ?? null),
    create: async (organization, { name, address, isShared }, person) => {
      if (isShared) requireSharing(person);
      await makeRoom(organization, person);
      const now = clock();
      const view: SavedView = {
        ...{ id: newId(), organization, name, address, isShared },
        owner: { id: person.id, name: person.name },
        createdAt: now,
        updatedAt: now,
      };
      const insert = () => views.insert(view);
      await (isShared ? audited('view.shared', view, person, insert) : insert());
      return view;
    },
    change: async (organization, id, changes, person) => {
      const before = await find(organization, id, person);
      const wanted: SavedView = {
        ...before,
        name: changes.name ?? before.name,
        address: changes.address ?? before.address,
        isShared: changes.isShared ?? before.isShared,
        updatedAt: clock(),
      };
      requireChange(before, wanted, person);
      const update = async () => {
        if (!(await views.update(wanted))) throw unknown(id);
      };
      const action = actionOf(before, wanted);
      await (action === null ? update() : audited(action, wanted, person, update));
      return wanted;
    },
    remove: async (organization, id, person) => {
      const view = await find(organization, id, person);
      if (!isOwner(view, person) && !MANAGERS.includes(person.role)) {
        throw forbidden('only who saved it, an owner or an admin may delete this view');
      }
      const remove = async () => {
        if (!(await views.remove(organization, id))) throw unknown(id);
      };
      await (view.isShared ? audited('view.deleted', view, person, remove) : remove());
    },
  };
}

function isOwner({ owner }: SavedView, person: Person): boolean {
  return owner.id === person.id;
}

function requireSharing({ role }: Person): void {
  if (role === 'viewer') {
    throw forbidden('isShared: a viewer keeps views to themselves, ask a member to share it');
  }
}

function requireChange(before: SavedView, wanted: SavedView, person: Person): void {
  if (before.isShared || wanted.isShared) requireSharing(person);
  if (isOwner(before, person)) return;
  if (!MANAGERS.includes(person.role)) {
    throw forbidden('only who saved it, an owner or an admin may change this view');
  }
  // It would be out of the sight of who did that.
  if (!wanted.isShared) throw forbidden('isShared: only who saved it can keep it to themselves');
}

function actionOf(before: SavedView, wanted: SavedView): AuditAction | null {
  if (before.isShared && wanted.isShared) return 'view.changed';
  if (wanted.isShared) return 'view.shared';
  return before.isShared ? 'view.withdrawn' : null;
}

function unknown(id: string): Error {
  return notFound(`id: there is no view ${id}`);
}
