import type { Collection } from '@parley/contract/types';

/** A collection, other state of the account, or one row, thread or upload (`threads/<id>`). */
export type Topic =
  | Collection
  | 'access'
  | 'cache'
  | 'connection'
  | 'drafts'
  | 'mentioned'
  | 'notifications'
  | 'outbox'
  | 'phase'
  | 'preferences'
  | `${string}/${string}`;

type Listener = () => void;

/**
 * Named counters to subscribe to: the store's only change notification. Inside `batch` every listener is called once,
 * at the end.
 */
export class Topics {
  #revisions = new Map<Topic, number>();
  #listeners = new Map<Topic, Set<Listener>>();
  #touched = new Set<Topic>();
  #depth = 0;

  /** How often the topic was touched; 0 for an unknown one. */
  revision(topic: Topic): number {
    return this.#revisions.get(topic) ?? 0;
  }

  /** @returns a function that unsubscribes */
  subscribe(topic: Topic, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  touch(topic: Topic): void {
    this.#revisions.set(topic, this.revision(topic) + 1);
    this.#touched.add(topic);
    if (this.#depth === 0) this.#flush();
  }

  batch<T>(work: () => T): T {
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#flush();
    }
  }

  #flush(): void {
    const called = new Set<Listener>();
    for (const topic of this.#touched) for (const listener of this.#listeners.get(topic) ?? []) called.add(listener);
    this.#touched.clear();
    for (const listener of called) listener();
  }
}
