import { replaceVariables } from '@parley/contract/variables';
import { sampleOf } from '../read/rows.ts';
import type { ChatwootAttachment, ChatwootContact, ChatwootConversation, ChatwootMessage } from './chatwoot-shapes.ts';
import { type Draft, fieldsOf, fileNameOf } from './rows.ts';

/** Whose conversation it is, and what it is called in records. */
export type Place = {
  phone: string;
  /** The installation, for ids that no other has. */
  origin: string;
  /** The conversation as Chatwoot shows it. */
  number: number;
  /** Email addresses of its agents by their ids. */
  emails: ReadonlyMap<number, string>;
  attributes: Attributes;
};

/** Names of custom attributes by their keys. */
export type Attributes = ReadonlyMap<string, string>;

/** @param phone of the contact */
export function contactDraft(contact: ChatwootContact, phone: string, attributes: Attributes): Draft {
  const name = (contact.name ?? '').slice(0, 300);
  const values = Object.entries(contact.custom_attributes ?? {});
  const fields = fieldsOf(values.map(([key, value]) => [attributes.get(key) ?? key, value]));
  return { record: { type: 'contact', phone_number: phone, name, fields }, sample: name };
}

const variables: Readonly<Record<string, string>> = {
  ...{ 'contact.name': 'NAME', 'contact.first_name': 'FIRST_NAME', 'contact.last_name': 'LAST_NAME' },
  'contact.phone': 'PHONE_NUMBER',
};

/** A canned response; what Chatwoot fills in of the contact is filled in here too. */
export function replyDraft({
  short_code: code,
  content,
}: {
  short_code?: string | null;
  content?: string | null;
}): Draft {
  const text = replaceVariables(content ?? '', (name) =>
    Object.hasOwn(variables, name) ? `{{${variables[name]}}}` : null,
  );
  const shortcut = (code ?? '')
    .replaceAll(/[^\p{Letter}\p{Number}\p{Mark}_-]+/gu, '-')
    .replaceAll(/^[^\p{Letter}\p{Number}]+|-+$/gu, '');
  const name = (code ?? '').slice(0, 100);
  return { record: { type: 'saved_reply', shortcut, name, text }, sample: sampleOf(`/${shortcut} ${text}`) };
}

/** The customer, and the state of a conversation if anything was said in it. */
export function conversationDrafts(
  { phone, attributes }: Place,
  { meta, status, labels }: ChatwootConversation,
  said: readonly Draft[],
): Draft[] {
  const name = (meta.sender?.name ?? '').slice(0, 300);
  const names = (labels ?? []).map((label) => label.slice(0, 100)).filter((label) => label !== '');
  const state = status === 'resolved' ? 'DONE' : 'ACTIVE';
  const contact = contactDraft(meta.sender ?? { name }, phone, attributes);
  if (said.every((draft) => 'skip' in draft)) return [contact];
  const record = { type: 'conversation', phone_number: phone, state, labels: names.slice(0, 50) };
  return [contact, { record, sample: name }];
}

const states = new Set(['sent', 'delivered', 'read', 'failed']);
const mostText = 65_536;

/** A message, with one more for each further file. */
export function messageDrafts(place: Place, message: ChatwootMessage): Draft[] {
  const whole = (message.content ?? '').toWellFormed();
  const sample = sampleOf(`#${place.number} ${whole}`);
  const files = message.attachments ?? [];
  if (message.message_type === 2) return [{ skip: 'Chatwoot’s own note of what happened, not a message', sample }];
  if (message.content_attributes?.deleted === true) return [{ skip: 'The message was deleted', sample }];
  const id = `chatwoot:${place.origin}:${message.id}`;
  const base = {
    phone_number: place.phone,
    at: new Date(message.created_at * 1_000).toISOString(),
    ...authorOf(place, message),
  };
  if (message.private === true) {
    const notes: Draft[] =
      whole === '' ? [] : [{ record: { type: 'note', ...base, id, text: whole.slice(0, 20_000) }, sample }];
    return [...notes, ...files.map((): Draft => ({ skip: 'A note here has no files', sample }))];
  }
  const quoted = message.content_attributes?.in_reply_to;
  const record = {
    type: 'message',
    ...base,
    direction: message.message_type === 0 ? 'INCOMING' : 'OUTGOING',
    ...(states.has(message.status ?? '') && { status: message.status }),
    ...(typeof quoted === 'number' && { quoted_id: `chatwoot:${place.origin}:${quoted}` }),
  };
  const known = message.source_id?.startsWith('wamid.') === true && {
    provider_message_id: message.source_id?.slice(0, 300),
  };
  const [first, ...more] = files.map(partOf);
  const firstText = [whole, first?.text ?? '']
    .filter((text) => text !== '')
    .join('\n')
    .slice(0, mostText);
  return [
    { record: { ...record, ...known, id, ...first?.content, ...(firstText !== '' && { text: firstText }) }, sample },
    ...more.map(
      ({ text, content }, index): Draft => ({
        record: { ...record, id: `${id}/${files[index + 1]?.id}`, ...content, ...(text !== '' && { text }) },
        sample,
      }),
    ),
  ];
}

function authorOf({ emails }: Place, { message_type: type, sender }: ChatwootMessage) {
  if (type === 0 || !sender?.name) return {};
  const email = sender.type === 'user' && typeof sender.id === 'number' ? emails.get(sender.id) : undefined;
  return { author: { name: sender.name.slice(0, 300), ...(email !== undefined && { email }) } };
}

/** What an attachment brings: a file, a place, or words. */
function partOf(attachment: ChatwootAttachment): { text: string; content: Record<string, unknown> } {
  const { file_type: kind, data_url: url, coordinates_lat: latitude, coordinates_long: longitude } = attachment;
  const title = (attachment.fallback_title ?? '').slice(0, 1_000);
  if (kind === 'location' && typeof latitude === 'number' && typeof longitude === 'number')
    return { text: '', content: { location: { latitude, longitude, ...(title !== '' && { name: title }) } } };
  if (kind === 'contact' || kind === 'fallback' || !url) return { text: title, content: {} };
  const name = fileNameOf(url);
  const voice = kind === 'audio' && /\.(?:ogg|oga|opus)$/i.test(name);
  return { text: '', content: { file: { path: url, name, ...(voice && { voice }) } } };
}
