/** What Milepost needs of a database about providers of metrics: see `port.ts`. */
import type { Provider, ProviderState } from '../model/provider.ts';

export interface ProviderRecord extends Provider {
  /** The credentials, encrypted. */
  readonly sealed: string;
}

/** What one process may do at a time. */
export interface LeaseStore {
  /**
   * Takes the lease for one holder, or prolongs it; false while another one has it. Two holders at
   * once would do no harm but the work twice.
   */
  acquire(holder: string, now: number, until: number): Promise<boolean>;
  release(holder: string): Promise<void>;
}

export interface ProviderStore extends LeaseStore {
  insert(provider: ProviderRecord): Promise<void>;
  find(organization: string, id: string): Promise<ProviderRecord | null>;
  /** Oldest first. */
  list(organization: string): Promise<readonly ProviderRecord[]>;
  /** All but its state. False when the organization has none with this id. */
  replace(provider: ProviderRecord): Promise<boolean>;
  remove(organization: string, id: string): Promise<boolean>;
  /** Of every organization: not paused and due, the longest due first. */
  due(now: number, limit: number): Promise<readonly ProviderRecord[]>;
  /** What became of a fetch. Of one that is not there any more, nothing is kept. */
  saveState(id: string, state: ProviderState, nextAt: number): Promise<void>;
}
