import { sampleOf } from '../read/rows.ts';
import type { RespondIoContact, RespondIoMessage, RespondIoUser } from './respond-io-shapes.ts';
import { type Draft, fieldsOf, fileNameOf } from './rows.ts';

const mostText = 65_536;
/** Ids of messages are microseconds since 1970; what is outside is another kind of id. */
const firstMs = Date.UTC(2015, 0, 1);

/** The customer, and the state of the conversation if anything was said in it. */
export function contactDrafts(
  { firstName, lastName, status, tags, phone, custom_fields: values }: RespondIoContact,
  said: readonly Draft[],
): Draft[] {
  const name = [firstName, lastName].filter(Boolean).join(' ').slice(0, 300);
  const labels = (tags ?? []).map((tag) => tag.slice(0, 100)).filter((tag) => tag !== '');
  const state = status === 'open' ? 'ACTIVE' : 'DONE';
  const fields = fieldsOf((values ?? []).map((one) => [one.name, one.value]));
  const contact: Draft = { record: { type: 'contact', phone_number: phone, name, fields }, sample: name };
  if (said.every((draft) => 'skip' in draft)) return [contact];
  const record = { type: 'conversation', phone_number: phone, state, labels: labels.slice(0, 50) };
  return [contact, { record, sample: name }];
}

/** @param channels those that were chosen */
export function messageDraft(
  one: RespondIoMessage,
  { id: contactId, phone }: RespondIoContact,
  channels: ReadonlySet<number>,
  users: ReadonlyMap<number, RespondIoUser>,
): Draft {
  const { message, sender, traffic, messageId, channelMessageId } = one;
  const text = textOf(one).toWellFormed().slice(0, mostText);
  const sample = sampleOf(`#${contactId} ${text}`);
  if (!channels.has(one.channelId ?? 0)) return { skip: 'It came by another channel', sample };
  if (!['text', 'attachment', 'quick_reply', 'whatsapp_template'].includes(message.type))
    return { skip: `Messages of the kind ${message.type.slice(0, 40)} can’t be imported`, sample };
  const atMs = messageId / 1_000;
  if (atMs < firstMs || atMs > Date.now() + 86_400_000) return { skip: 'respond.io gives no time for it', sample };
  const user = traffic === 'outgoing' ? users.get(sender?.userId ?? 0) : undefined;
  const url = message.attachment?.url;
  const status = (one.status ?? []).at(-1)?.value;
  const wamid = typeof channelMessageId === 'string' && channelMessageId.startsWith('wamid.') ? channelMessageId : '';
  return {
    record: {
      type: 'message',
      phone_number: phone,
      id: `respond_io:${messageId}`,
      at: new Date(atMs).toISOString(),
      direction: traffic === 'incoming' ? 'INCOMING' : 'OUTGOING',
      ...(text !== '' && { text }),
      ...(url && { file: { path: url, name: fileNameOf(url) } }),
      ...(wamid !== '' && { provider_message_id: wamid.slice(0, 300) }),
      ...(['sent', 'delivered', 'read', 'failed'].includes(status ?? '') && { status }),
      ...(user !== undefined && { author: authorOf(user) }),
    },
    sample,
  };
}

function authorOf({ firstName, lastName, email }: RespondIoUser) {
  const name = [firstName, lastName].filter(Boolean).join(' ').slice(0, 300);
  return { name, ...(email && { email }) };
}

function textOf({ message: { text, title, template } }: RespondIoMessage): string {
  const parts = (template?.components ?? []).map(({ text: words, parameters }) =>
    (parameters ?? []).reduce(
      (filled, one, index) => filled.replaceAll(`{{${index + 1}}}`, () => one.text ?? ''),
      words ?? '',
    ),
  );
  return text ?? title ?? parts.filter((part) => part !== '').join('\n');
}
