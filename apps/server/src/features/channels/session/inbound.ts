import type { Receiver } from '../directory.ts';
import { findFileAddressProblem } from './files.ts';

/** The content of a delivery of the open protocol, in the format of the Cloud API. */
type Delivery = { messages?: unknown; statuses?: unknown };

type Bag = Record<string, unknown>;

/** What is wrong with a file's address in a delivery, with its position; null when nothing is. */
export function findFileProblem(body: Buffer): { field: string; msg: string } | null {
  for (const [index, message] of list(parse(body)?.messages).entries()) {
    const type = String(message['type']);
    const part = Object.hasOwn(message, type) ? message[type] : undefined;
    if (!isBag(part) || part['url'] === undefined || !fileTypes.has(type)) continue;
    const msg = findFileAddressProblem(part['url']);
    if (msg !== null) return { field: `messages.${index}.${type}.url`, msg };
  }
  return null;
}

const fileTypes = new Set(['image', 'video', 'audio', 'document', 'sticker']);

/**
 * Converts a delivery of the open protocol to the format of WhatsApp's deliveries, so that there is one ingest. The
 * number comes from the address of the delivery and its signature: a sender cannot name another one. The same delivery
 * gives the same bytes again.
 * @returns null when it is not a delivery
 */
export function toWebhookPayload(receiver: Pick<Receiver, 'phoneNumberId' | 'wabaId'>, body: Buffer): Buffer | null {
  const parsed = parse(body);
  if (parsed === null) return null;
  const messages = list(parsed.messages).map(messageOf);
  const contacts = list(parsed.messages).flatMap(contactOf);
  const statuses = list(parsed.statuses).map(statusOf);
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '', phone_number_id: receiver.phoneNumberId },
    ...(contacts.length > 0 ? { contacts } : {}),
    ...(messages.length > 0 ? { messages } : {}),
    ...(statuses.length > 0 ? { statuses } : {}),
  };
  const entry = [{ id: receiver.wabaId, changes: [{ field: 'messages', value }] }];
  return Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
}

function parse(body: Buffer): Delivery | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (!isBag(value)) return null;
    const { messages, statuses } = value as Delivery;
    if (messages !== undefined && !Array.isArray(messages)) return null;
    if (statuses !== undefined && !Array.isArray(statuses)) return null;
    return messages === undefined && statuses === undefined ? null : { messages, statuses };
  } catch {
    // Not JSON.
    return null;
  }
}

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Bag[] => (Array.isArray(value) ? value.map((one) => (isBag(one) ? one : {})) : []);
const digits = (value: unknown) => (typeof value === 'string' ? value.replace(/^\+/, '') : undefined);

/** RFC 3339 or seconds since 1970, as a string of seconds. */
function seconds(value: unknown): string | undefined {
  if (typeof value === 'number') return String(Math.floor(value));
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,12}$/.test(value)) return value;
  const ms = Date.parse(value);
  return Number.isFinite(ms) ? String(Math.floor(ms / 1_000)) : undefined;
}

/** A file with an address is identified by it from here on. */
function withFileName(message: Bag): Bag {
  const type = String(message['type']);
  const part = Object.hasOwn(message, type) ? message[type] : undefined;
  if (!isBag(part) || typeof part['url'] !== 'string' || !fileTypes.has(type)) return message;
  const { url, ...rest } = part;
  return { ...message, [type]: { ...rest, id: url } };
}

function messageOf({ from, timestamp, context, ...message }: Bag): Bag {
  const who = isBag(from) ? from : {};
  return {
    ...withFileName(message),
    from: digits(who['phone_number']),
    from_user_id: who['user_id'],
    timestamp: seconds(timestamp),
    ...(isBag(context) ? { context: { id: context['message_id'] } } : {}),
  };
}

function contactOf({ from }: Bag): Bag[] {
  if (!isBag(from)) return [];
  return [{ wa_id: digits(from['phone_number']), user_id: from['user_id'], profile: { name: from['name'] } }];
}

/** `message_id` is ours; `id` the adapter's own, from its response to the send. */
function statusOf({ id, message_id, status, timestamp, error }: Bag): Bag {
  const said = isBag(error) ? error : null;
  return {
    id: id ?? message_id,
    status,
    timestamp: seconds(timestamp),
    biz_opaque_callback_data: message_id,
    ...(said === null ? {} : { errors: [{ title: said['message'], message: said['message'] }] }),
  };
}
