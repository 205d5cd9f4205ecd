import { useLingui } from '@lingui/react/macro';
import type { Message, MessageType } from '@parley/contract/types';
import type { OutboxEntry } from '../sync/public.ts';
import { type AuthorLabel, shortName } from './author-label.ts';
import { plainTextOf } from './whatsapp-text.ts';

/** Names of what a message can be, and of who wrote it. */
export function useMessageWords() {
  const { t } = useLingui();
  const typeWords: Record<MessageType, string> = {
    audio: t`Audio`,
    button: t`Button`,
    contacts: t`Contact`,
    document: t`Document`,
    image: t`Photo`,
    interactive: t`Interactive message`,
    location: t`Location`,
    order: t`Order`,
    sticker: t`Sticker`,
    system: t`System message`,
    template: t`Template`,
    text: t`Text`,
    unsupported: t`Message of an unknown type`,
    video: t`Video`,
  };

  /** A message in one plain line: its words, else what it is. */
  const oneLine = (type: MessageType, preview: string) => {
    const words = plainTextOf(preview);
    return words === '' ? typeWords[type] : words;
  };
  return {
    typeWords,
    oneLine,
    /** The same for a whole message, for quotes. */
    messageLine: (message: Message) => oneLine(message.type, wordsOf(message)),
    /** Over a group of our bubbles: full names. Dots carry words of their own. */
    author: (label: AuthorLabel) => {
      if (label.kind === 'bot') return t`Bot`;
      if (label.kind === 'key') return label.id;
      return label.kind === 'unknown' ? null : label.name;
    },
    /** Before a preview: as short as it stays clear. */
    prefix: (label: AuthorLabel) => {
      if (label.kind === 'bot') return t`Bot:`;
      if (label.kind === 'you') return t`You:`;
      if (label.kind === 'person') return t`${shortName(label.name)}:`;
      return label.kind === 'key' ? t`${label.id}:` : '…:';
    },
  };
}

/** What a message says in words, if it has any. */
export function wordsOf(message: Message): string {
  const media = message.image ?? message.video ?? message.audio ?? message.document ?? message.sticker;
  if (message.text !== undefined) return message.text.body;
  if (media !== undefined) return media.caption ?? media.filename ?? '';
  if (message.button !== undefined) return readText(message.button, 'text');
  if (message.location !== undefined)
    return readText(message.location, 'name') || readText(message.location, 'address');
  if (message.template !== undefined) return readText(message.template.display, 'body');
  if (message.system !== undefined) return readText(message.system, 'body');
  return '';
}

/** What a message on its way says in words: its text, the caption of its file, or its template. */
export function wordsOfEntry({ body, template }: OutboxEntry): string {
  const caption = body.image?.caption ?? body.video?.caption ?? body.document?.caption;
  return body.text?.body ?? caption ?? template?.display.body ?? '';
}

/** A text field of content that is kept as it came; empty when it is none. */
export function readText(content: unknown, field: string): string {
  if (typeof content !== 'object' || content === null || !(field in content)) return '';
  const value = (content as Record<string, unknown>)[field];
  return typeof value === 'string' ? value : '';
}
