/** What lies in MongoDB of providers. */
import type { Provider, ProviderState } from '../../model/provider.ts';

export interface ProviderDocument extends Omit<Provider, 'id' | 'state'> {
  readonly _id: string;
  readonly sealed: string;
  readonly state: Omit<ProviderState, 'progress'> & {
    /** A list: keys of BSON hold no dots. */
    readonly progress: readonly { readonly query: string; readonly until: number }[];
  };
}

export const PROVIDER_INDEXES = [
  { name: 'by_organization', key: { organization: 1, createdAt: 1 } },
  { name: 'by_next', key: { isPaused: 1, nextAt: 1 } },
] as const;
