/** What lies in MongoDB of saved views. */
import type { SavedView } from '../../model/view.ts';

export interface ViewDocument extends Omit<SavedView, 'id'> {
  readonly _id: string;
}

export const VIEW_INDEXES = [
  { name: 'by_organization', key: { organization: 1, createdAt: 1 } },
] as const;
