/** The part of localStorage and sessionStorage that the app uses. */
export type KeyValue = {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
};

/** Stores values for the life of the page: the fallback where the browser refuses storage, and in tests. */
export function memoryStorage(): KeyValue {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}

/**
 * Wraps a Storage; where the browser refuses it (privacy settings, full) memory is used, so that the app still works.
 */
export function browserStorage(pick: () => Storage): KeyValue {
  const fallback = memoryStorage();
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(pick());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      fallback.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    set: (key, value) =>
      attempt(
        (storage) => {
          storage.setItem(key, value);
          fallback.remove(key);
        },
        () => fallback.set(key, value),
      ),
    remove: (key) => {
      fallback.remove(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
    keys: () => [
      ...new Set([
        ...fallback.keys(),
        ...attempt(
          (storage) => Object.keys(storage),
          () => [] as string[],
        ),
      ]),
    ],
  };
}

export const deviceStorage: KeyValue = browserStorage(() => window.localStorage);
export const tabStorage: KeyValue = browserStorage(() => window.sessionStorage);

/** The account of a session, as used in storage keys: `<client_id or none>:<uid>`. */
export type AccountKey = string;

export function accountKeyOf(account: { client_id: string | null; uid: string }): AccountKey {
  return `${account.client_id ?? 'none'}:${account.uid}`;
}

/** The name of this account's IndexedDB database; further databases of it append `:<purpose>`. Deleted at sign-out. */
export function databaseName(account: AccountKey): string {
  return `parley:${account}`;
}

/** Small JSON values per account on this device (drafts, layout choices); deleted at sign-out. */
export function accountValues(storage: KeyValue, account: AccountKey) {
  const prefix = `parley:account:${account}:`;
  return {
    /** null when missing or invalid; the caller validates the shape, because another version may have written it. */
    read(name: string): unknown {
      return readJson(storage.get(prefix + name));
    },
    write(name: string, value: unknown): void {
      storage.set(prefix + name, JSON.stringify(value));
    },
    remove(name: string): void {
      storage.remove(prefix + name);
    },
    clear(): void {
      for (const key of storage.keys()) if (key.startsWith(prefix)) storage.remove(key);
    },
  };
}

/** Values from before sign-in (a form filled in beforehand); deleted at any sign-out here. */
export const visitorPrefix = 'parley:visitor:';

export function clearVisitorValues(storage: KeyValue): void {
  for (const key of storage.keys()) if (key.startsWith(visitorPrefix)) storage.remove(key);
}

/** Parses JSON; null for null and for invalid JSON. */
export function readJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Deletes every IndexedDB database of an account. Databases still open elsewhere are deleted when they close; this
 * waits for that at most a second, because signing out must not hang on another tab.
 */
export async function deleteDatabases(account: AccountKey): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  const base = databaseName(account);
  const known = typeof indexedDB.databases === 'function' ? await indexedDB.databases().catch(() => []) : [];
  // What the phone's share menu and its notifications left here belongs to whom signed out.
  if (typeof caches !== 'undefined') {
    for (const name of ['parley-shared', 'parley-replies']) void caches.delete(name).catch(() => undefined);
  }
  const names = new Set([base]);
  for (const { name } of known) if (name === base || name?.startsWith(`${base}:`)) names.add(name);
  const deletions = [...names].map(
    (name) =>
      new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => resolve();
      }),
  );
  const patience = new Promise<void>((resolve) => setTimeout(resolve, 1000));
  await Promise.race([Promise.all(deletions), patience]);
}
