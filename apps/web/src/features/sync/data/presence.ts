import type { ClientFrame, ServerFrame } from '@parley/contract/types';
import type { Topics } from './topics.ts';

/** Another member who is in a thread now. */
export type PresentMember = { userId: string; typing: boolean };

/** Rows that appear and leave within this are reported in one frame. */
const gatherMs = 50;

const nobody: readonly PresentMember[] = [];

/**
 * Who else views or types in the threads on screen. Topic: `presence/<thread id>`. Everything is forgotten with the
 * connection and reported again by the next one.
 */
export class PresenceBoard {
  #topics: Topics;
  #send: ((frame: ClientFrame) => void) | null = null;
  #watched = new Map<string, number>();
  #sentTopics = new Set<string>();
  #gather: ReturnType<typeof setTimeout> | undefined;
  #present = new Map<string, readonly PresentMember[]>();

  /** Called when a connection is live. */
  onConnected: (() => void) | null = null;

  constructor(topics: Topics) {
    this.#topics = topics;
  }

  /** The other members in a thread, those typing first; the same array until it changes. */
  of(threadId: string): readonly PresentMember[] {
    return this.#present.get(threadId) ?? nobody;
  }

  /** Asks the server about a thread while it is on screen. @returns a function that ends it */
  watch(threadId: string): () => void {
    this.#watched.set(threadId, (this.#watched.get(threadId) ?? 0) + 1);
    this.#tellTopics();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const left = (this.#watched.get(threadId) ?? 1) - 1;
      if (left > 0) this.#watched.set(threadId, left);
      else this.#watched.delete(threadId);
      this.#tellTopics();
    };
  }

  take(frame: Extract<ServerFrame, { type: 'presence' }>): void {
    const { thread_id: threadId, user_id: userId, state } = frame;
    const otherMembers = this.of(threadId).filter((member) => member.userId !== userId);
    const next = state === 'away' ? otherMembers : [...otherMembers, { userId, typing: state === 'typing' }];
    if (next.length === 0) this.#present.delete(threadId);
    else this.#present.set(threadId, [...next.filter(({ typing }) => typing), ...next.filter(({ typing }) => !typing)]);
    this.#topics.touch(`presence/${threadId}`);
  }

  /** A connection is live. */
  connected(send: (frame: ClientFrame) => void): void {
    this.#send = send;
    this.#sentTopics.clear();
    this.#tellTopics();
    this.onConnected?.();
  }

  /** Sends a frame over the live connection. @returns false without one */
  send(frame: ClientFrame): boolean {
    this.#send?.(frame);
    return this.#send !== null;
  }

  disconnected(): void {
    this.#send = null;
    const threads = [...this.#present.keys()];
    this.#present.clear();
    this.#topics.batch(() => {
      for (const id of threads) this.#topics.touch(`presence/${id}`);
    });
  }

  #tellTopics(): void {
    if (this.#send === null) return;
    this.#gather ??= setTimeout(() => {
      this.#gather = undefined;
      const topicOf = (id: string) => `presence:${id}`;
      const add = [...this.#watched.keys()].filter((id) => !this.#sentTopics.has(id));
      const remove = [...this.#sentTopics].filter((id) => !this.#watched.has(id));
      if (this.#send === null || add.length + remove.length === 0) return;
      // The server counts what a connection watches, so what leaves goes first.
      if (remove.length > 0) this.#send({ type: 'topics', remove: remove.map(topicOf) });
      if (add.length > 0) this.#send({ type: 'topics', add: add.map(topicOf) });
      for (const id of add) this.#sentTopics.add(id);
      for (const id of remove) {
        this.#sentTopics.delete(id);
        if (this.#present.delete(id)) this.#topics.touch(`presence/${id}`);
      }
    }, gatherMs);
  }
}
