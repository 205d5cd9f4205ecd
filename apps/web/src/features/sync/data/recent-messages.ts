import type { Message, Thread } from '@parley/contract/types';

/** Enough for every message whose thread row may still be in transit. */
const remembered = 500;

/**
 * Statuses of recently changed messages. A thread's row contains its last message, but a status changes only the
 * message's row: this combines the two, whichever arrives first.
 */
export class RecentMessages {
  #messages = new Map<string, Message>();

  note(message: Message): void {
    const known = this.#messages.get(message.id);
    if (known !== undefined && known.version >= message.version) return;
    this.#messages.delete(message.id);
    this.#messages.set(message.id, message);
    if (this.#messages.size <= remembered) return;
    const [oldest] = this.#messages.keys();
    if (oldest !== undefined) this.#messages.delete(oldest);
  }

  /** @returns the same row when its last message is as new as the stored status */
  applyTo(thread: Thread): Thread {
    const last = thread.last_message;
    const message = last === null ? undefined : this.#messages.get(last.id);
    if (last === null || message === undefined || message.version <= last.version) return thread;
    const { status, send_state, version } = message;
    return { ...thread, last_message: { ...last, status, send_state, version } };
  }
}
