/** One node at a time, by a record in the store that expires with the node that holds it. */

const LEASE_MS = 60_000;
/** How often it is prolonged. */
const PROLONG_MS = 15_000;

export interface Lease {
  /** Whether this process holds it now; prolongs it where that is due. */
  hold(): Promise<boolean>;
  /** Does nothing where it is not held. */
  release(): Promise<void>;
}

export interface LeaseDependencies {
  readonly store: {
    acquire(holder: string, now: number, until: number): Promise<boolean>;
    release(holder: string): Promise<void>;
  };
  /** Names this process among all nodes. */
  readonly holder: string;
  /** ms since the Unix epoch. */
  readonly clock: () => number;
}

export function createLease({ store, holder, clock }: LeaseDependencies): Lease {
  let heldUntil = 0;
  return {
    hold: async () => {
      const now = clock();
      if (now < heldUntil - LEASE_MS + PROLONG_MS) return true;
      const isHeld = await store.acquire(holder, now, now + LEASE_MS);
      heldUntil = isHeld ? now + LEASE_MS : 0;
      return isHeld;
    },
    release: async () => {
      if (heldUntil === 0) return;
      heldUntil = 0;
      await store.release(holder);
    },
  };
}
