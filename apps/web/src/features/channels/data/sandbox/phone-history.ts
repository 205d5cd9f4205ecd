import type { SandboxPhone, SandboxPhoneMessage } from '@parley/contract/types';

/** A simulated phone's message history as far as it was read; the next read continues at `cursor`. */
export type PhoneHistory = {
  phone: SandboxPhone;
  cursor: string;
  /** Oldest first. */
  messages: readonly SandboxPhoneMessage[];
};

/** The answer of `GET …/updates`. */
export type PhoneUpdates = { cursor: string; phone: SandboxPhone; messages: readonly SandboxPhoneMessage[] };

/** Applies updates to the history; a changed message replaces its older version, by cursor. */
export function applyUpdates(history: PhoneHistory | null, updates: PhoneUpdates): PhoneHistory {
  const byId = new Map(history?.messages.map((message) => [message.id, message]));
  for (const message of updates.messages) {
    const existing = byId.get(message.id);
    if (existing === undefined || Number(message.cursor) >= Number(existing.cursor)) byId.set(message.id, message);
  }
  const messages = [...byId.values()].sort((a, b) =>
    a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0,
  );
  return { phone: updates.phone, cursor: updates.cursor, messages };
}

/** Whether a message of ours was delivered to this phone and not read yet. */
export function hasUnread(history: PhoneHistory): boolean {
  return history.messages.some((message) => message.direction === 'to_customer' && (message.status ?? 0) < 3);
}

/** The text of a message on the phone, by its type. */
export function phoneText(message: SandboxPhoneMessage): string {
  const { body, text, caption, name, button_reply: button, list_reply: row } = message.content;
  const inner = [part(body, 'text'), part(button, 'title'), part(row, 'title')];
  for (const words of [body, text, caption, name, ...inner])
    if (typeof words === 'string' && words !== '') return words;
  return message.display?.body ?? '';
}

/** Of messages with buttons and of answers to them, whose words are a level deeper. */
const part = (of: unknown, key: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[key] : undefined;

/** A message as the phone shows it, with later edits and reactions. */
export type PhoneItem = {
  message: SandboxPhoneMessage;
  /** Its text after an edit. */
  changedTo: string | null;
  takenBack: boolean;
  /** Emoji of both sides, one each. */
  reactions: readonly string[];
  /** The message it replies to. */
  quoted: SandboxPhoneMessage | null;
};

/** Edits, revocations and reactions are not separate messages on a phone: they are shown at their message. */
export function conversationOf(messages: readonly SandboxPhoneMessage[]): PhoneItem[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const changedTo = new Map<string, string>();
  const takenBack = new Set<string>();
  const reactions = new Map<string, Map<string, string>>();
  for (const { type, content, direction } of messages) {
    const about = String(content['original_message_id'] ?? content['message_id'] ?? '');
    if (type === 'edit') changedTo.set(about, editedText(content));
    if (type === 'revoke') takenBack.add(about);
    if (type === 'reaction') {
      const emoji = typeof content['emoji'] === 'string' ? content['emoji'] : '';
      reactions.set(about, new Map([...(reactions.get(about) ?? []), [direction, emoji]]));
    }
  }
  return messages
    .filter(({ type }) => !['edit', 'revoke', 'reaction'].includes(type))
    .map((message) => ({
      message,
      changedTo: changedTo.get(message.id) ?? null,
      takenBack: takenBack.has(message.id),
      reactions: [...(reactions.get(message.id)?.values() ?? [])].filter((emoji) => emoji !== ''),
      quoted: message.context === null ? null : (byId.get(message.context) ?? null),
    }));
}

function editedText(content: Record<string, unknown>): string {
  const edited = content['message'] as { text?: { body?: unknown }; [type: string]: unknown } | undefined;
  return typeof edited?.text?.body === 'string' ? edited.text.body : '';
}
