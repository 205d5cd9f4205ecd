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

/** A reaction has no message of its own with us: its id is made of the message's and its time. */
export function presentReaction(message: Message): Fields {
  const { theirs } = message.reaction ?? {};
  const target = wamidOf(message);
  const at = theirs?.at ?? message.timestamp;
  const reaction = { message_id: target, emoji: theirs?.emoji ?? '' };
  return { id: `${target}.${seconds(at)}`, timestamp: seconds(at), type: 'reaction', reaction };
}
