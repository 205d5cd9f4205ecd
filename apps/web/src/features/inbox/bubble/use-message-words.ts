import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import type { AuthorLabel } from './author-label.ts';
import { readText } from './read-text.ts';
import { useMessageLabels } from './use-message-labels.ts';

/** The labels of the list, and those of whole messages and their authors. */
export function useMessageWords() {
  const { t } = useLingui();
  const labels = useMessageLabels();
  const notices: Record<SystemNotice, string> = {
    number_changed: t`The customer changed their phone number`,
    opened: t`The customer opened the chat`,
    security_code_changed: t`The customer’s security code changed`,
    user_id_changed: t`The customer’s WhatsApp user id changed`,
  };
  return {
    ...labels,
    /** A message as one line, for quotes. */
    messageLine: (message: Message) => {
      const notice = systemNoticeOf(message);
      const words = message.call?.outcome ?? messageText(message);
      const out = message.direction === 'OUTGOING';
      return labels.oneLine(message.type, notice === null ? words : notices[notice], out);
    },
    /** Above a group of our bubbles: full names. Dots have a label for screen readers. */
    author: (label: AuthorLabel) => {
      if (label.kind === 'bot') return t`Bot`;
      if (label.kind === 'agent') return t`Meta’s AI agent`;
      if (label.kind === 'assistant') return labels.assistant;
      if (label.kind === 'imported') return t`Imported`;
      if (label.kind === 'key') return label.id;
      return label.kind === 'unknown' ? null : label.name;
    },
  };
}

type SystemNotice = 'number_changed' | 'opened' | 'security_code_changed' | 'user_id_changed';

/** What a system message without a text of its own is about. */
export function systemNoticeOf({ system }: Pick<Message, 'system'>): SystemNotice | null {
  if (system === undefined || readText(system, 'body') !== '') return null;
  const type = readText(system, 'type');
  if (type === 'request_welcome') return 'opened';
  if (type === 'customer_identity_changed') return 'security_code_changed';
  if (type.endsWith('changed_number')) return 'number_changed';
  return type.includes('user_id') ? 'user_id_changed' : null;
}

/** The text of a message, if any. */
export function messageText(message: Message): string {
  const media = message.image ?? message.video ?? message.audio ?? message.document ?? message.sticker;
  if (message.text !== undefined) return message.text.body;
  if (media !== undefined) return media.caption ?? media.filename ?? media.transcript?.text ?? '';
  if (message.button !== undefined) return readText(message.button, 'text');
  if (message.location !== undefined)
    return readText(message.location, 'name') || readText(message.location, 'address');
  if (message.template !== undefined) return readText(message.template.display, 'body');
  if (message.interactive !== undefined) {
    const { body, button_reply: button, list_reply: row } = message.interactive;
    return readText(body, 'text') || readText(button, 'title') || readText(row, 'title');
  }
  if (message.system !== undefined) return readText(message.system, 'body');
  return '';
}
