import { useSyncExternalStore } from 'react';

/** Has a value, and notifies listeners when it changes. */
export type Readable<T> = { get: () => T; subscribe: (listener: () => void) => () => void };

/** State outside of components. As a hook it renders again when the value read from it changes. */
export type Store<T> = Readable<T> & { set: (next: T) => void } & (<S = T>(read?: (value: T) => S) => S);

/**
 * The one mechanism for live state on the page: preferences, the connection, the account. Requests that are answered
 * once belong to TanStack Query.
 */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const readable: Readable<T> = {
    get: () => value,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const set = (next: T) => {
    if (Object.is(value, next)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  const useValue = <S = T>(read?: (value: T) => S) => useReadable(readable, read);
  return Object.assign(useValue, readable, { set });
}

/**
 * Reads from a store, or from anything with the same two functions. `read` must return the same result for the same
 * value.
 */
export function useReadable<T, S = T>({ get, subscribe }: Readable<T>, read?: (value: T) => S): S {
  return useSyncExternalStore(subscribe, () => (read ? read(get()) : (get() as unknown as S)));
}
