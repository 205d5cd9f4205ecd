import type { MessageRow } from '../messaging/public.ts';

type TextSource = Pick<MessageRow, 'type' | 'content'>;

/** The words of a message; empty where it has none. The names of contact cards and notices of WhatsApp are not words. */
export function wordsOf({ type, content }: TextSource): string {
  if (type === 'contacts' || type === 'system') return '';
  const body = content['body'];
  const display = content['display'] as { body?: unknown } | undefined;
  const words = [
    typeof body === 'object' && body !== null ? (body as { text?: unknown }).text : body,
    content['caption'],
    content['text'],
    display?.body,
    (content['transcript'] as { text?: unknown } | undefined)?.text,
  ].find((part) => typeof part === 'string' && part.trim() !== '');
  return typeof words === 'string' ? words.trim() : '';
}

/** As wordsOf, with the kind of what is not text. */
export function lineOf(message: TextSource): string {
  const words = wordsOf(message);
  if (message.type === 'text') return words;
  return words === '' ? `[${message.type}]` : `[${message.type}] ${words}`;
}
