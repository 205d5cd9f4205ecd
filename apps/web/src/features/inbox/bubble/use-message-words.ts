import { useLingui } from '@lingui/react/macro';
import type { Message } from '@parley/contract/types';
import type { AuthorLabel } from './author-label.ts';
import { readText } from './read-text.ts';
import { useMessageLabels } from './use-message-labels.ts';

/** The labels of the list, and those of whole messages and their authors. */
export function useMessageWords() {
  const { t } = useLingui();
  const labels = useMessageLabels();
  return {
    ...labels,
    /** A message as one line, for quotes. */
    messageLine: (message: Message) => {
      const words = message.call?.outcome ?? (messageText(message) || stateOf(message));
      return labels.oneLine(message.type, words, message.direction === 'OUTGOING');
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
    const { body, button_reply: button, list_reply: row, products } = message.interactive;
    const [product] = Array.isArray(products) ? products : [];
    return readText(body, 'text') || readText(button, 'title') || readText(row, 'title') || readText(product, 'name');
  }
  if (message.system !== undefined) return readText(message.system, 'body');
  return '';
}

/** What a message without words is, as the row of its conversation has it. */
function stateOf({ system, interactive }: Message): string {
  if (system !== undefined) return readText(system, 'type');
  if (interactive === undefined) return '';
  const response = readText(interactive.call_permission_reply, 'response');
  const words = [readText(interactive, 'type'), response].filter(Boolean).join('_');
  // A product of which only the number is known.
  return words === 'product' ? '' : words;
}
