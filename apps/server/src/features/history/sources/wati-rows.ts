import { sampleOf } from '../read/rows.ts';
import { type Draft, fieldsOf, fileNameOf } from './rows.ts';
import type { WatiContact, WatiMessage } from './wati-shapes.ts';

/** Whose messages they are. */
export type WatiPerson = {
  phone: string;
  /** How addresses of files begin. */
  files: string;
  /** Whether the number of a message was chosen, by its id at WATI. */
  isChosen(channelId: string | null): boolean;
};

const mostText = 65_536;
const media = new Set(['image', 'document', 'audio', 'voice', 'video', 'sticker']);
const words = new Set(['text', 'button', 'interactive', 'template', '']);
/** A record that is made up to a minute after its message has its time more exactly. */
const sameMs = 60_000;

/** The digits of a contact who is on WhatsApp, or why there are none. */
export function phoneOf({ phone, wa_id, channel_type: type }: WatiContact): { phone: string } | { skip: string } {
  if (type && type.toLowerCase() !== 'whatsapp') return { skip: 'It is a contact of another channel' };
  const digits = (phone || wa_id || '').replaceAll(/\D/g, '');
  return digits === '' ? { skip: 'The contact has no phone number' } : { phone: `+${digits}` };
}

export function contactDraft({ name, display_name, custom_params: params }: WatiContact, phone: string): Draft {
  const shown = (name || display_name || '').slice(0, 300);
  const fields = fieldsOf((params ?? []).map((one) => [one.name ?? '', one.value]));
  return { record: { type: 'contact', phone_number: phone, name: shown, fields }, sample: shown };
}

export function messageDraft(one: WatiMessage, { phone, files, isChosen }: WatiPerson): Draft {
  const isBroadcast = one.eventType === 'broadcastMessage';
  const text = textOf(one).toWellFormed().slice(0, mostText);
  const sample = sampleOf(`${phone} ${text}`);
  const kind = String(one.type ?? '').toLowerCase();
  if (one.eventType === 'ticket') return { skip: 'WATI’s own note of what happened, not a message', sample };
  if (!isChosen(one.channelId ?? null)) return { skip: 'It came by another channel', sample };
  if (!isBroadcast && !media.has(kind) && !words.has(kind))
    return { skip: `Messages of the kind ${kind.slice(0, 40)} can’t be imported`, sample };
  const atMs = timeOf(one);
  if (atMs === null) return { skip: 'WATI gives no time for it', sample };
  const outgoing = isBroadcast || one.owner === true;
  const file = fileOf(one, kind, files);
  const wamid = one.whatsappMessageId?.startsWith('wamid.') === true && one.whatsappMessageId.slice(0, 300);
  const status = outgoing ? statuses[one.statusString?.toLowerCase() ?? ''] : undefined;
  return {
    record: {
      type: 'message',
      phone_number: phone,
      id: `wati:${one.id}`,
      at: new Date(atMs).toISOString(),
      direction: outgoing ? 'OUTGOING' : 'INCOMING',
      ...(text !== '' && { text }),
      ...(file !== null && { file }),
      ...(wamid !== false && { provider_message_id: wamid }),
      ...(status !== undefined && { status }),
      ...(outgoing && authorOf(one)),
    },
    sample,
  };
}

const statuses: Readonly<Record<string, string>> = {
  ...{ sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
  replied: 'read',
};

function textOf({ text, finalText, buttonReply, interactiveButtonReply, listReply, data }: WatiMessage): string {
  const caption = (data as { caption?: unknown } | null)?.caption;
  const said = [text, finalText, buttonReply?.text, interactiveButtonReply?.title, listReply?.title, caption];
  return said.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
}

/** @returns milliseconds since 1970, null where there is no time */
function timeOf({ timestamp, created }: WatiMessage): number | null {
  const made = Date.parse(created ?? '');
  const sent = Number(timestamp ?? Number.NaN) * 1_000;
  const isKnown = Number.isFinite(sent) && sent > 0 && sent < 8_640_000_000_000_000;
  if (!isKnown) return Number.isNaN(made) ? null : made;
  return Math.abs(made - sent) < sameMs ? made : sent;
}

function fileOf({ id, data, mediaHeaderLink: header }: WatiMessage, kind: string, files: string) {
  if (header) return URL.canParse(header) ? { path: header.slice(0, 2_000), name: fileNameOf(header) } : null;
  if (!media.has(kind)) return null;
  const named = typeof data === 'string' ? data : ((data ?? {}) as { fileName?: unknown }).fileName;
  const name = typeof named === 'string' ? (named.split('/').at(-1) ?? '').slice(0, 300) : '';
  const voice = kind === 'voice' || /\.(?:ogg|oga|opus)$/i.test(name);
  return { path: `${files}${encodeURIComponent(id)}`, ...(name !== '' && { name }), ...(voice && { voice }) };
}

function authorOf({ operatorName: name, operatorEmail: email }: WatiMessage) {
  if (!name && !email) return {};
  return { author: { name: (name ?? '').slice(0, 300), ...(email && { email: email.slice(0, 300) }) } };
}
