import type { Message, Thread } from '@parley/contract/types';

/** Enough for every message whose thread row may still be on its way. */
const remembered = 500;

/**
 * Statuses of the messages that changed last. A thread's row carries its last message, but a status changes only the
 * message's row: this brings the two together, whichever comes first.
 */
export class RecentMessages {
  #messages = new Map<string, Message>();

  note(message: Message): void {
    const held = this.#messages.get(message.id);
    if (held !== undefined && held.version >= message.version) return;
    this.#messages.delete(message.id);
    this.#messages.set(message.id, message);
    if (this.#messages.size <= remembered) return;
    const [oldest] = this.#messages.keys();
    if (oldest !== undefined) this.#messages.delete(oldest);
  }

  /** @returns the same row when its last message is as new as what is known here */
  applyTo(thread: Thread): Thread {
    const last = thread.last_message;
    const message = last === null ? undefined : this.#messages.get(last.id);
    if (last === null || message === undefined || message.version <= last.version) return thread;
    const { status, send_state, version } = message;
    return { ...thread, last_message: { ...last, status, send_state, version } };
  }
}
