import type { PhoneMessage, PhoneUpdates, SendRecord } from '../control-types.ts';
import type { Core } from '../engine/core.ts';
import { sendInbound } from '../engine/message-steps.ts';
import { newInbound } from '../engine/write-message.ts';
import { offeredProducts } from '../graph/catalog.ts';
import type { Reply } from '../http/exchange.ts';
import type { Message } from '../storage/messages.ts';
import { type ControlCall, ControlFault, cursorOf, invalid, limitOf, pageReply, phoneOf, readObject } from './call.ts';
import { presentPhone } from './phones.ts';
import { validateRevocation } from './revocation.ts';
import { type InboundInput, validateInbound } from './validate-inbound.ts';

/** Longest timeout of a long poll, in seconds. */
const longestPollS = 30;
/** Messages in a poll without a cursor. */
const firstPoll = 50;

/**
 * `POST …/phones/{id}/messages`: the customer sends a message. 201; the same id again 200 with the first message.
 * @throws ControlFault 409 id_conflict same id, other content; 409 blocked; 409 not_on_whatsapp; 422
 */
export async function writeMessage(call: ControlCall): Promise<Reply> {
  return write(call, validateInbound(call.core, call.account, await readObject(call.exchange)));
}

/** Sends a validated message of the customer. @throws ControlFault 409 like `writeMessage` */
export function write(call: ControlCall, input: InboundInput): Reply {
  const { core, account } = call;
  const phone = phoneOf(call);
  const content = JSON.stringify(input.content ?? null);
  const earlier = input.callerId === null ? null : core.messages.findByCallerId(account.key, phone.id, input.callerId);
  if (earlier) {
    const same = earlier.type === input.type && earlier.content === content && earlier.context === input.context;
    if (!same) throw new ControlFault(409, 'id_conflict', 'This id was used for another message');
    return { status: 200, json: presentMessage(earlier) };
  }
  if (!phone.on_whatsapp) throw new ControlFault(409, 'not_on_whatsapp', 'This phone is not on WhatsApp');
  if (phone.blocks_us) throw new ControlFault(409, 'blocked', 'This phone blocks the business and cannot write to it');
  if (phone.members === null ? input.as != null : !phone.members.includes(input.as ?? ''))
    throw invalid('as must be one of the phones of the group');
  validateRevocation(core, account, phone, input);
  const message = core.database.write(() => {
    const written = newInbound(core, account, phone, { ...input, dueMs: null });
    sendInbound(core, account, phone, written);
    return written;
  });
  return { status: 201, json: presentMessage(message) };
}

/** `GET …/phones/{id}/messages?after=&limit=`: the phone's received and sent messages, in order. */
export function listMessages(call: ControlCall): Reply {
  const { core, account } = call;
  const phone = phoneOf(call);
  const limit = limitOf(call, 100, 1000);
  const messages = core.messages.listSent(account.key, phone.id, cursorOf(call, 'after'), limit);
  return pageReply(messages.map(presentMessage), limit);
}

/**
 * `GET …/phones/{id}/updates?cursor=&timeout=`: new and changed messages since the cursor, waiting up to `timeout`
 * seconds.
 */
export async function pollUpdates(call: ControlCall): Promise<Reply> {
  const { core, account, exchange } = call;
  const phone = phoneOf(call);
  const timeoutS = Number(exchange.url.searchParams.get('timeout') ?? 25);
  if (!(timeoutS >= 0 && timeoutS <= longestPollS)) throw invalid(`timeout must be 0 to ${longestPollS} seconds`);
  if (!exchange.url.searchParams.has('cursor')) return { status: 200, json: firstUpdates(core, call) };
  const cursor = cursorOf(call, 'cursor');
  const found = findUpdates(core, call, cursor);
  if (found) return { status: 200, json: found };
  await core.watchers.wait(account.key, phone.id, timeoutS * 1000, exchange.gone);
  const nothing = { cursor: String(cursor), messages: [], phone: presentPhone(phoneOf(call)) };
  return { status: 200, json: findUpdates(core, call, cursor) ?? nothing };
}

function firstUpdates(core: Core, call: ControlCall): PhoneUpdates {
  const phone = phoneOf(call);
  const messages = core.messages.listNewest(call.account.key, phone.id, firstPoll).reverse();
  return updatesOf(phone, messages);
}

function findUpdates(core: Core, call: ControlCall, cursor: number): PhoneUpdates | null {
  const phone = phoneOf(call);
  const limit = 200;
  const messages = core.messages.listChanged(call.account.key, phone.id, cursor, limit);
  if (messages.length === 0 && phone.changed <= cursor) return null;
  const updates = updatesOf(phone, messages);
  // There are more: the cursor must not pass them, even when the phone itself changed later.
  return messages.length < limit ? updates : { ...updates, cursor: String(messages.at(-1)?.changed) };
}

function updatesOf(phone: Parameters<typeof presentPhone>[0], messages: Message[]): PhoneUpdates {
  const cursor = Math.max(phone.changed, messages.at(-1)?.changed ?? 0);
  return { cursor: String(cursor), messages: messages.map(presentMessage), phone: presentPhone(phone) };
}

/** `GET …/books?after=&limit=`: every accepted send. */
export function listSends(call: ControlCall): Reply {
  const { core, account } = call;
  const limit = limitOf(call, 1000, 10_000);
  const sends = core.messages.listSends(account.key, cursorOf(call, 'after'), limit);
  return pageReply(
    sends.map((message) => presentSend(core, message)),
    limit,
  );
}

function presentSend(core: Core, message: Message): SendRecord {
  return {
    cursor: String(message.seq),
    id: message.wamid,
    phone: message.phone,
    to: message.addressed_to ?? '',
    type: message.type,
    opaque: message.opaque,
    accepted_at: new Date(message.at_ms).toISOString(),
    status: message.status,
    error_code: message.fate,
    received: message.received,
    receive_order: message.receive_order,
    statuses: core.messages
      .statusesOf(message.seq)
      .map(({ status, at_ms }) => ({ status, at: new Date(at_ms).toISOString() })),
  };
}

/** One message of a phone. */
export function presentMessage(message: Message): PhoneMessage {
  return {
    cursor: String(message.position ?? 0),
    id: message.wamid,
    caller_id: message.caller_id,
    direction: message.inbound === 1 ? 'from_customer' : 'to_customer',
    type: message.type,
    content: contentOf(message),
    display: message.display === null ? null : JSON.parse(message.display),
    context: message.context === null ? null : { message_id: message.context },
    timestamp: new Date(message.at_ms).toISOString(),
    status: message.status,
    opaque: message.opaque,
    as: message.inbound === 1 ? message.addressed_to : null,
  };
}

function contentOf({ type, content, inbound }: Message): unknown {
  const sent: unknown = JSON.parse(content);
  const products = type === 'interactive' && inbound === 0 ? offeredProducts(sent) : undefined;
  return products === undefined ? sent : { ...(sent as object), products };
}
