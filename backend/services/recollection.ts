/** Who stands behind what callers bring with every request: looked up once, and believed for a while. */

interface Believed<Value> {
  readonly value: Value;
  /** ms since the Unix epoch. */
  readonly until: number;
}

export interface Recollection<Value> {
  /** What is still believed of a secret. */
  recall(secret: string): Value | undefined;
  /** Looks it up; again when something was forgotten meanwhile. Rejects as `look` does. */
  learn(secret: string, look: () => Promise<Believed<Value>>): Promise<Value>;
  /** Something has changed here: what is affected is not believed any more. */
  forget(isAffected: (value: Value) => boolean): void;
}

/** Secrets that are in use at the same time; more only cost a look-up each. */
const LIMIT = 10_000;

/** `clock` in ms since the Unix epoch. */
export function createRecollection<Value>(clock: () => number): Recollection<Value> {
  const known = new Map<string, Believed<Value>>();
  let changes = 0;

  const learn: Recollection<Value>['learn'] = async (secret, look) => {
    const before = changes;
    const [outcome] = await Promise.allSettled([look()]);
    // What was read may be from before a change that has taken effect since.
    if (before !== changes) return learn(secret, look);
    if (outcome.status === 'rejected') throw outcome.reason;
    if (known.size >= LIMIT) known.clear();
    known.set(secret, outcome.value);
    return outcome.value.value;
  };

  return {
    recall: (secret) => {
      const found = known.get(secret);
      return found !== undefined && clock() < found.until ? found.value : undefined;
    },
    learn,
    forget: (isAffected) => {
      changes += 1;
      for (const [secret, { value }] of known) if (isAffected(value)) known.delete(secret);
    },
  };
}
