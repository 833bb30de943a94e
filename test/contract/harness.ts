import type { Store } from '../../backend/store/port.ts';

/** One database of a test, empty at first. */
export interface TestDatabase {
  /** Another connection to it, as another process would have. Closed by `destroy`. */
  open(): Promise<Store>;
  destroy(): Promise<void>;
}

export interface StoreHarness {
  readonly name: string;
  createDatabase(): Promise<TestDatabase>;
  /** Random events that queries are tried on; fewer where the server reads them all each time. */
  readonly events: number;
  /** Random events of which some expire: to delete one takes many small writes. 0: not tried. */
  readonly expiringEvents: number;
  /** Random filters that are compared with the reference. */
  readonly filters: number;
  /** FerretDB 1: of two updates of one document at the same moment, one may be lost. */
  readonly losesUpdates: boolean;
  /** Events that each of several racing writers appends. */
  readonly racingEvents: number;
}
