import type { MediaContent, Message } from '@parley/contract/types';
import { wamidOf } from './message-ids.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages */

type Fields = Record<string, unknown>;

export const seconds = (at: string | Date): string => String(Math.floor(new Date(at).getTime() / 1_000));

/**
 * The type and content of a message as WhatsApp's webhooks have them.
 * @param base the server's own address, for links to files
 */
export function presentContent(message: Message, base: string): Fields {
  const { type } = message;
  const given = message[type] as Fields | undefined;
  if (given === undefined || type === 'unsupported') return unsupported;
  if (given !== null && 'media_info' in given) return { type, [type]: presentFile(given as MediaContent, base) };
  if (type === 'text') return { type, text: { body: given['body'] } };
  if (type === 'button') return presentTap(given);
  if (type === 'template') return { type: 'text', text: { body: bodyOfTemplate(given) } };
  return { type, [type]: given };
}

const unsupported = {
  type: 'unsupported',
  errors: [
    {
      code: 131_051,
      title: 'Message type unknown',
      message: 'Message type unknown',
      error_data: { details: 'Message type is currently not supported.' },
    },
  ],
};

function presentFile({ media_info: info, ...rest }: MediaContent, base: string): Fields {
  const url = info.url === null ? {} : { url: `${base}${info.url}` };
  return { ...rest, mime_type: info.mime_type, id: info.media_id, ...url };
}

/** A tap on a button of a template, of a message, or on a row of a list. */
function presentTap({ kind, text, payload, id, ...rest }: Fields): Fields {
  if (kind !== 'button_reply' && kind !== 'list_reply') return { type: 'button', button: { text, payload } };
  const reply = {
    id: id ?? payload,
    title: text,
    ...(rest['description'] != null && { description: rest['description'] }),
  };
  return { type: 'interactive', interactive: { type: kind, [kind]: reply } };
}

function bodyOfTemplate({ display }: Fields): string {
  return String((display as { body?: unknown } | undefined)?.body ?? '');
}

/** The status that says that a message failed. */
export function presentFailure({ error }: Message): Fields {
  const title = error?.provider_title ?? error?.message ?? 'Something went wrong';
  const details = error?.details ?? [error?.message, error?.next_step].filter(Boolean).join(' ');
  return { errors: [{ code: error?.provider_code ?? 131_000, title, message: title, error_data: { details } }] };
}

/** Whom a message of ours goes to. */
export function recipientOf({ to, to_user_id: userId }: Message): Fields {
  return { ...(to !== null && { recipient_id: to }), ...(userId !== undefined && { recipient_user_id: userId }) };
}

/** A reaction, an edit and a deletion have no message of their own with us: their id is made of the message's and the time. */
function laterHead(message: Message, type: string, at: string): Fields {
  return { id: `${wamidOf(message)}.${type}.${seconds(at)}`, timestamp: seconds(at), type };
}

/** A reaction of the customer at a time; one without an emoji was taken back. */
export function presentReaction(message: Message, at: string): Fields {
  const reaction = { message_id: wamidOf(message), emoji: message.reaction?.theirs?.emoji ?? '' };
  return { ...laterHead(message, 'reaction', at), reaction };
}

/** @param content of the message as it is now */
export function presentEdit(message: Message, at: string, content: Fields): Fields {
  return { ...laterHead(message, 'edit', at), edit: { original_message_id: wamidOf(message), message: content } };
}

export function presentRevocation(message: Message, at: string): Fields {
  return { ...laterHead(message, 'revoke', at), revoke: { original_message_id: wamidOf(message) } };
}
