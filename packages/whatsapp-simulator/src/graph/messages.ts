import { setTimeout as sleep } from 'node:timers/promises';
import { acceptSend } from '../engine/accept-send.ts';
import { endFault } from '../engine/account-faults.ts';
import type { Core } from '../engine/core.ts';
import type { Reply } from '../http/exchange.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';
import { type GraphCall, readParameters } from './call.ts';
import { type CheckedSend, checkProduct, checkSend } from './check-send.ts';
import { errorDetailsOf } from './error-catalogue.ts';
import { GraphError } from './errors.ts';
import { requireNumber } from './require.ts';
import { type JsonObject, objectAt, onlyKeys, requiredTextAt, wordAt } from './shape.ts';

/** The typing indicator disappears after this long. */
const typingMs = 25_000;

/** `POST /{phone_number_id}/messages`: sends a message, or marks one as read. */
export async function postMessages(call: GraphCall): Promise<Reply> {
  const body = await readSend(call);
  return body.status === undefined ? sendMessage(call, body) : markRead(call.core, call.account, body);
}

/** `POST /{phone_number_id}/marketing_messages`: sends a marketing template. */
export async function postMarketingMessages(call: GraphCall): Promise<Reply> {
  const body = await readSend(call);
  const { marketing_onboarded, marketing_syncing } = call.account.faults;
  if (!marketing_onboarded) throw new GraphError(134102, 'The business has not agreed to the terms of this API');
  if (marketing_syncing) throw new GraphError(134101, 'The template is being synced, which takes up to ten minutes');
  return sendMessage(call, body, true);
}

async function readSend(call: GraphCall): Promise<JsonObject> {
  requireNumber(call);
  if (!call.account.registered) throw new GraphError(133010, 'The phone number is not registered on the platform');
  return readParameters(call);
}

async function sendMessage({ core, account }: GraphCall, body: JsonObject, onlyMarketing = false): Promise<Reply> {
  const send = checkSend(body, account, core.phones, (id) => core.media.find(account.key, id) !== null);
  if (onlyMarketing && send.template?.template.category !== 'MARKETING') {
    throw new GraphError(134100, 'Only marketing templates can be sent by this API');
  }
  const forced = takeForcedError(core, account);
  if (forced !== null && !errorDetailsOf(forced).later)
    throw new GraphError(forced, `${errorDetailsOf(forced).title} (asked for)`);
  if (isMaintained(core, account)) throw new GraphError(131057, 'The account is in maintenance, for a minute or so');
  if (account.number.blocked.includes(send.recipient.waId)) {
    throw new GraphError(130403, 'This number has blocked the person');
  }
  const refused = core.rates.takeSend(account, send.recipient.waId);
  if (refused) throw new GraphError(refused.code, refused.details);
  const { wamid, phone, isPaced } = acceptSend(core, account, send, forced);
  const drops = takeDrop(core, account);
  await core.database.committed();
  const { answer_delay_ms } = account.faults;
  if (answer_delay_ms) await sleep(answer_delay_ms, undefined, { ref: false });
  return drops ? { drop: true } : { status: 200, json: presentAccepted(send, phone, wamid, isPaced) };
}

function presentAccepted(send: CheckedSend, { id: waId, user_id: userId }: Phone, wamid: string, isPaced: boolean) {
  const { input, userId: asked } = send.recipient;
  const contact = asked === null ? { input, wa_id: waId } : { input, user_id: userId };
  const message_status = isPaced ? 'held_for_quality_assessment' : 'accepted';
  const message = send.template ? { id: wamid, message_status } : { id: wamid };
  return { messaging_product: 'whatsapp', contacts: [contact], messages: [message] };
}

function takeForcedError(core: Core, account: Account): number | null {
  const { next_send_error, next_send_error_count, ...rest } = account.faults;
  if (next_send_error === undefined) return null;
  const left = (next_send_error_count ?? 1) - 1;
  account.faults = left > 0 ? { ...rest, next_send_error, next_send_error_count: left } : rest;
  core.database.write(() => core.accounts.save(account));
  return next_send_error;
}

function isMaintained(core: Core, account: Account): boolean {
  const untilMs = account.number.maintenance_until_ms;
  if (untilMs === null) return false;
  if (clockOf(account) < untilMs) return true;
  endFault(account, 'maintenance_ms');
  core.database.write(() => core.accounts.save(account));
  return false;
}

/** Whether the answer to this call gets lost. */
export function takeDrop(core: Core, account: Account): boolean {
  const { drop_answer, ...rest } = account.faults;
  if (typeof drop_answer === 'number') {
    account.faults = drop_answer > 1 ? { ...rest, drop_answer: drop_answer - 1 } : rest;
    core.database.write(() => core.accounts.save(account));
  }
  return Boolean(drop_answer);
}

/** Marks a message and all earlier ones of the thread as read, and may show that the business is typing. */
function markRead(core: Core, account: Account, body: JsonObject): Reply {
  checkProduct(body);
  onlyKeys(body, 'body', ['messaging_product', 'status', 'message_id', 'typing_indicator', 'recipient_type']);
  wordAt(body, 'status', 'status', ['read']);
  const wamid = requiredTextAt(body, 'message_id', 'message_id', 255);
  const typing = body.typing_indicator !== undefined;
  if (typing) wordAt(objectAt(body, 'typing_indicator', 'typing_indicator'), 'type', 'typing_indicator.type', ['text']);
  const message = core.messages.find(account.key, wamid);
  if (message?.inbound !== 1) throw new GraphError(131009, 'message_id is no message received by this number');
  core.database.write(() => {
    for (const open of core.messages.listOpen(account.key, message.phone, message.seq)) {
      if (open.status > 0) core.messages.step(open, 3, null);
    }
    const phone = core.phones.find(account.key, message.phone);
    if (typing && phone) {
      phone.typing_until_ms = clockOf(account) + typingMs;
      core.phones.save(phone);
    }
    core.watchers.notify(account.key, message.phone);
  });
  return { status: 200, json: { success: true } };
}
