import { presentWebhookError } from '../graph/errors.ts';
import { mediaUrl } from '../graph/media-links.ts';
import { isJsonObject } from '../graph/shape.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Message } from '../storage/messages.ts';
import { identityKeyOf, type Phone } from '../storage/phones.ts';
import { escapedJson } from '../webhooks/escape.ts';
import { targetOf } from '../webhooks/target.ts';
import type { Core } from './core.ts';
import { randomDelayMs } from './random-delay.ts';

/** Milliseconds by which the disorder fault reorders updates. */
const disorderMs = 1500;

export type Status = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

interface UpdateParts {
  field: string;
  kind: string;
  element: object;
  contact: object | null;
  message: number | null;
}

/** The update's payload is the whole value of its change. */
export const wholeValue = '*';

/** A template's id is written as a bare integer, also above 2^53: `#123#` marks one. */
function payloadOf({ kind, element }: UpdateParts): string {
  const payload = escapedJson(element);
  return kind === wholeValue ? payload.replaceAll(/"#(\d+)#"/g, '$1') : payload;
}

/** Reports an update of the account or its number instead of a message. Inside `write`. */
export function enqueueField(core: Core, account: Account, field: string, value: object): void {
  enqueue(core, account, { field, kind: wholeValue, element: value, contact: null, message: null });
}

/**
 * Puts an update on the account's delivery queue, with its faults applied. Without a subscription nothing is stored.
 * Inside `write`.
 */
export function enqueue(core: Core, account: Account, parts: UpdateParts): void {
  if (!targetOf(account) || account.faults.missing_fields?.includes(parts.field)) return;
  const { late_ms = 0, duplicate = false, disorder = false } = account.faults.webhooks ?? {};
  const nowMs = Date.now();
  for (let copy = 0; copy < (duplicate ? 2 : 1); copy += 1) {
    const strayMs = (disorder ? randomDelayMs([0, disorderMs]) : 0) + (copy > 0 ? randomDelayMs([0, 500]) : 0);
    core.outbox.insert({
      account: account.key,
      field: parts.field,
      kind: parts.kind,
      payload: payloadOf(parts),
      contact: parts.contact && escapedJson(parts.contact),
      message: parts.message,
      created_ms: nowMs,
      next_try_ms: nowMs + late_ms + strayMs,
    });
  }
  core.deliveryQueues.notify(account);
}

/**
 * Reports a message status. A status names its recipient, except a failed one. Those of Meta's agent, whose recipient the
 * business never named, come in `standby`.
 */
export function enqueueStatus(core: Core, account: Account, phone: Phone, message: Message, status: Status): void {
  core.messages.recordStatus(message.seq, status, clockOf(account));
  if (phone.members !== null && status !== 'sent' && status !== 'failed') {
    for (const member of membersOf(core, account, phone))
      enqueueStatusOf(core, account, phone, message, status, member);
    return;
  }
  enqueueStatusOf(core, account, phone, message, status, null);
}

/** @param member who of a group it is about; null: the phone, or the group as a whole */
function enqueueStatusOf(
  core: Core,
  account: Account,
  phone: Phone,
  message: Message,
  status: Status,
  member: Phone | null,
): void {
  const byUserId = phone.members === null && (message.addressed_to?.includes('.') ?? false);
  const of =
    member === null ? {} : { recipient_participant_id: member.id, recipient_participant_user_id: member.user_id };
  const recipient = phone.members === null ? { recipient_user_id: phone.user_id } : { recipient_type: 'group', ...of };
  const priced = status === 'sent' || status === 'delivered' || (status === 'read' && skipsDelivered(account));
  const element = {
    id: message.wamid,
    status,
    timestamp: stamp(account),
    ...(byUserId && phone.hides_number ? {} : { recipient_id: phone.id }),
    ...recipient,
    ...(message.opaque === null ? {} : { biz_opaque_callback_data: message.opaque }),
    ...(priced ? { pricing: pricingOf(message) } : {}),
    ...(status === 'failed'
      ? { errors: [presentWebhookError(message.fate ?? 131000, message.fate_details ?? '')] }
      : {}),
  };
  const named = phone.members === null ? phone : member;
  const contact = status === 'failed' || named === null ? null : contactOf(named);
  const field = message.addressed_to === null ? 'standby' : 'messages';
  enqueue(core, account, { field, kind: 'statuses', element, contact, message: message.seq });
}

/** Reports something of a group, with the profiles of its phones. Inside `write`. */
export function enqueueGroup(core: Core, account: Account, field: string, group: Phone, said: object): void {
  const { display_phone_number, phone_number_id } = account;
  const told = { timestamp: Number(stamp(account)), group_id: group.id, request_id: `${group.id}-${field}`, ...said };
  enqueueField(core, account, field, {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number, phone_number_id },
    contacts: membersOf(core, account, group).map((phone) => contactOf(phone)),
    groups: [told],
  });
}

function membersOf(core: Core, account: Account, group: Phone): Phone[] {
  return (group.members ?? []).flatMap((id) => core.phones.find(account.key, id) ?? []);
}

/** A phone that reads immediately may get no `delivered`; here only when the account's settings say so. */
export function skipsDelivered(account: Account): boolean {
  return account.faults.webhooks?.skip_delivered ?? false;
}

function pricingOf(message: Message) {
  const category = message.category ?? 'service';
  const free = category === 'service';
  return { billable: !free, pricing_model: 'PMP', type: free ? 'free_customer_service' : 'regular', category };
}

function contactOf(phone: Phone, identityCheck = false) {
  const { name, username, user_id, hides_number, id } = phone;
  const profile = { name, ...(username === null ? {} : { username }) };
  const key = identityCheck ? { identity_key_hash: identityKeyOf(phone) } : {};
  return { profile, ...(hides_number ? {} : { wa_id: id }), user_id, ...key };
}

/** Reports a message of the contact. @param identity beside the notice of a new device */
export function enqueueInbound(core: Core, account: Account, chat: Phone, message: Message, identity?: object): void {
  // In a group one of its phones writes.
  const phone = (chat.members !== null && core.phones.find(account.key, message.addressed_to ?? '')) || chat;
  if (message.type === 'call') {
    enqueueMissedCall(core, account, phone, message);
    return;
  }
  const content: unknown = JSON.parse(message.content);
  const element = {
    ...contextOf(core, account, phone, message),
    ...(phone.hides_number ? {} : { from: phone.id }),
    from_user_id: phone.user_id,
    id: message.wamid,
    timestamp: String(Math.floor(message.at_ms / 1000)),
    ...(chat.members === null ? {} : { group_id: chat.id }),
    type: message.type,
    ...originOf(core, account, phone, message),
    ...(content === null ? {} : { [message.type]: withUrl(core, account, content) }),
    ...(identity === undefined ? {} : { identity }),
    ...(message.type === 'unsupported'
      ? { errors: [presentWebhookError(131051, 'Message type is not supported')] }
      : {}),
  };
  const contact = message.type === 'system' ? null : contactOf(phone, account.number.identity_check);
  const field = phone.agent_holds ? 'standby' : 'messages';
  enqueue(core, account, { field, kind: 'messages', element, contact, message: message.seq });
}

/** A call rings and ends without being taken: its beginning and its end are told. */
function enqueueMissedCall(core: Core, account: Account, phone: Phone, { wamid, seq, at_ms }: Message): void {
  const session = { sdp_type: 'offer', sdp: 'v=0' };
  const ofMessage = { seq, at_ms };
  enqueueCall(core, account, phone, wamid, { event: 'connect', session }, ofMessage);
  enqueueCall(core, account, phone, wamid, { event: 'terminate', status: 'FAILED' }, ofMessage);
}

/** Reports what happens to a call of the contact. @param message that it is, in the phone's book. Inside `write`. */
export function enqueueCall(
  core: Core,
  account: Account,
  phone: Phone,
  id: string,
  said: { event: 'connect' | 'terminate' } & Record<string, unknown>,
  message?: Pick<Message, 'seq' | 'at_ms'>,
): void {
  const element = {
    id,
    ...(phone.hides_number ? {} : { from: phone.id }),
    from_user_id: phone.user_id,
    to: account.display_phone_number,
    direction: 'USER_INITIATED',
    timestamp: String(Math.floor((message?.at_ms ?? clockOf(account)) / 1000)),
    ...said,
  };
  const contact = contactOf(phone);
  enqueue(core, account, { field: 'calls', kind: 'calls', element, contact, message: message?.seq ?? null });
}

/** Reports what happens to a call of the business. Inside `write`. */
export function enqueueOwnCall(
  core: Core,
  account: Account,
  phone: Phone,
  { id, opaque }: { id: string; opaque: string | null },
  said: { event: 'connect' | 'terminate' } & Record<string, unknown>,
): void {
  const element = {
    id,
    from: account.display_phone_number,
    ...(phone.hides_number ? {} : { to: phone.id }),
    to_user_id: phone.user_id,
    direction: 'BUSINESS_INITIATED',
    timestamp: stamp(account),
    ...(opaque === null ? {} : { biz_opaque_callback_data: opaque }),
    ...said,
  };
  enqueue(core, account, { field: 'calls', kind: 'calls', element, contact: contactOf(phone), message: null });
}

/** Reports that a call of the business rings, was taken or declined. Inside `write`. */
export function enqueueCallStatus(
  core: Core,
  account: Account,
  phone: Phone,
  { id, opaque }: { id: string; opaque: string | null },
  status: 'RINGING' | 'ACCEPTED' | 'REJECTED',
): void {
  const element = {
    id,
    type: 'call',
    status,
    timestamp: stamp(account),
    ...(phone.hides_number ? {} : { recipient_id: phone.id }),
    recipient_user_id: phone.user_id,
    ...(opaque === null ? {} : { biz_opaque_callback_data: opaque }),
  };
  enqueue(core, account, { field: 'calls', kind: 'statuses', element, contact: contactOf(phone), message: null });
}

/** Contact cards say whether they answer a request for the customer's own number. */
function originOf(core: Core, account: Account, phone: Phone, { type, context, content }: Message): object {
  if (type !== 'contacts') return {};
  const asked = context === null ? null : core.messages.find(account.key, context);
  const isAnswer = asked?.inbound === 0 && asked.content.includes('"request_contact_info"');
  return { origin: isAnswer && content.includes(phone.id) ? 'contact_request' : 'other' };
}

/** Media of a webhook have their own URL, valid for the usual five minutes. */
function withUrl(core: Core, account: Account, content: unknown): unknown {
  if (!isJsonObject(content) || typeof content.id !== 'string') return content;
  const file = core.media.find(account.key, content.id);
  return file ? { ...content, url: mediaUrl(core, account, file.id) } : content;
}

function contextOf(core: Core, account: Account, phone: Phone, message: Message): object {
  if (message.context === null) return {};
  const quoted = core.messages.find(account.key, message.context);
  const from = quoted?.inbound === 1 ? phone.id : account.display_phone_number;
  return { context: { from, id: message.context } };
}

/** Reports that the contact stops or resumes marketing messages. */
export function enqueuePreference(core: Core, account: Account, phone: Phone): void {
  const element = {
    ...(phone.hides_number ? {} : { wa_id: phone.id }),
    user_id: phone.user_id,
    category: 'marketing_messages',
    value: phone.opted_out ? 'stop' : 'resume',
    detail: phone.opted_out
      ? 'User requested to stop marketing messages'
      : 'User requested to resume marketing messages',
    timestamp: Number(stamp(account)),
  };
  const field = 'user_preferences';
  enqueue(core, account, { field, kind: field, element, contact: contactOf(phone), message: null });
}

/** Seconds of the account's clock, as in webhooks. */
function stamp(account: Account): string {
  return String(Math.floor(clockOf(account) / 1000));
}
