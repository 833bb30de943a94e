/** Where the browser keeps the key: this tab, or this device when the reader wants that. */

export interface KeyStorage {
  read(): string | null;
  write(key: string, isKept: boolean): void;
  clear(): void;
  /** Another tab has signed out, or in as somebody else. */
  onChange(listener: () => void): void;
}

const NAME = 'milepost.key';

export function createKeyStorage(): KeyStorage {
  const stores = [storeOrNull('sessionStorage'), storeOrNull('localStorage')];
  const [tab, device] = stores;
  const clear = () => {
    for (const store of stores) store?.removeItem(NAME);
  };
  return {
    read: () => tab?.getItem(NAME) ?? device?.getItem(NAME) ?? null,
    write: (key, isKept) => {
      clear();
      (isKept ? device : tab)?.setItem(NAME, key);
    },
    clear,
    onChange: (listener) => {
      addEventListener('storage', ({ key }) => {
        if (key === NAME || key === null) listener();
      });
    },
  };
}

/** Browsers that are told to store nothing throw at the mere mention. */
function storeOrNull(name: 'sessionStorage' | 'localStorage'): Storage | null {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}
