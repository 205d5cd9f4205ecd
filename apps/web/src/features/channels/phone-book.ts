import type { SandboxPhone, SandboxPhoneMessage } from '@parley/contract/types';

/** A simulated phone's own book as far as it was read: `cursor` is where the next reading goes on. */
export type PhoneBook = {
  phone: SandboxPhone;
  cursor: string;
  /** Oldest first. */
  messages: readonly SandboxPhoneMessage[];
};

/** What `GET …/updates` answers. */
export type PhoneUpdates = { cursor: string; phone: SandboxPhone; messages: readonly SandboxPhoneMessage[] };

/** Takes updates into a book; a message that changed takes the place of its older self, by cursor. */
export function applyUpdates(book: PhoneBook | null, updates: PhoneUpdates): PhoneBook {
  const byId = new Map(book?.messages.map((message) => [message.id, message]));
  for (const message of updates.messages) {
    const held = byId.get(message.id);
    if (held === undefined || Number(message.cursor) >= Number(held.cursor)) byId.set(message.id, message);
  }
  const messages = [...byId.values()].sort((a, b) =>
    a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
  );
  return { phone: updates.phone, cursor: updates.cursor, messages };
}

/** Whether something of ours was delivered to this phone and not read yet. */
export function hasUnread(book: PhoneBook): boolean {
  return book.messages.some((message) => message.direction === 'to_customer' && (message.status ?? 0) < 3);
}

/** The words of a message on the phone, by its type. */
export function phoneWords(message: SandboxPhoneMessage): string {
  const { body, text, caption, name } = message.content;
  for (const words of [body, text, caption, name]) if (typeof words === 'string' && words !== '') return words;
  return '';
}
