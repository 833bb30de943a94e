/** What Milepost needs of a database about saved views: see `port.ts`. */
import type { SavedView } from '../model/view.ts';

export interface ViewStore {
  insert(view: SavedView): Promise<void>;
  find(organization: string, id: string): Promise<SavedView | null>;
  /** The shared ones and, unless `person` is null, those that the person owns; oldest first. */
  list(organization: string, person: string | null): Promise<readonly SavedView[]>;
  /** Name, address, `isShared` and `updatedAt` of the view with its id. False when it is gone. */
  update(view: SavedView): Promise<boolean>;
  /** False when the organization has no such view. */
  remove(organization: string, id: string): Promise<boolean>;
  /** Those that nobody else sees. */
  removePrivate(organization: string, person: string): Promise<void>;
}
