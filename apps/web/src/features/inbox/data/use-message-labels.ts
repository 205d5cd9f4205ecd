import { useLingui } from '@lingui/react/macro';
import type { Message, MessageType } from '@parley/contract/types';
import type { OutboxEntry } from '../../sync/public.ts';
import { type AuthorLabel, shortName } from './author-label.ts';
import { usePlainText } from './use-plain-text.ts';

/** Labels of message types and authors. */
export function useMessageLabels() {
  const { t } = useLingui();
  const plainText = usePlainText();
  const typeText: Record<MessageType, string> = {
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

  /** A message as one line: its text, else its type. */
  const oneLine = (type: MessageType, preview: string) => {
    const words = plainText(preview);
    return words === '' ? typeText[type] : words;
  };
  /** A system message without a text of its own. */
  const systemText = ({ system }: Message) => {
    if (system === undefined || readText(system, 'body') !== '') return null;
    return system['type'] === 'request_welcome' ? t`The customer opened the chat` : null;
  };
  return {
    typeText,
    oneLine,
    /** The same for a whole message, for quotes. */
    messageLine: (message: Message) => oneLine(message.type, systemText(message) ?? messageText(message)),
    /** Above a group of our bubbles: full names. Dots have a label for screen readers. */
    author: (label: AuthorLabel) => {
      if (label.kind === 'bot') return t`Bot`;
      if (label.kind === 'key') return label.id;
      return label.kind === 'unknown' ? null : label.name;
    },
    /** Before a preview: as short as is still clear. */
    prefix: (label: AuthorLabel) => {
      if (label.kind === 'bot') return t`Bot:`;
      if (label.kind === 'you') return t`You:`;
      if (label.kind === 'person') return t`${shortName(label.name)}:`;
      return label.kind === 'key' ? t`${label.id}:` : '…:';
    },
  };
}

/** The text of a message, if any. */
export function messageText(message: Message): string {
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

/** The text of a queued message: its text, the caption of its file, or its template. */
export function entryText({ body, template }: OutboxEntry): string {
  const caption = body.image?.caption ?? body.video?.caption ?? body.document?.caption;
  return body.text?.body ?? caption ?? template?.display.body ?? '';
}

/** A text field of unparsed content; empty when it is not a text. */
export function readText(content: unknown, field: string): string {
  if (typeof content !== 'object' || content === null || !(field in content)) return '';
  const value = (content as Record<string, unknown>)[field];
  return typeof value === 'string' ? value : '';
}
