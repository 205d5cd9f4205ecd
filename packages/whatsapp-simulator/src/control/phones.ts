import type { PhoneInput, PhoneView } from '../control-types.ts';
import { setHolder } from '../engine/agent.ts';
import type { Core } from '../engine/core.ts';
import { read, readDueMs, sendInbound, willRead } from '../engine/message-steps.ts';
import { newPhone, wasLeftRecently, windowMs } from '../engine/new-phone.ts';
import { noteBlock } from '../engine/quality.ts';
import { enqueuePreference } from '../engine/updates.ts';
import type { Reply } from '../http/exchange.ts';
import type { Account } from '../storage/accounts.ts';
import { identityKeyOf, type Phone } from '../storage/phones.ts';
import { type ControlCall, ControlFault, customerOf, invalid, limitOf, phoneOf, readObject } from './call.ts';
import { flag, nullable, phoneNumber, readFields, text, whole, word } from './fields.ts';

/** A day. */
const longestMs = 24 * 3600 * 1000;

const patchReaders = {
  name: text(200),
  username: nullable(text(64)),
  online: flag,
  chat_open: flag,
  reads: word(['when_open', 'at_once', 'never']),
  read_after_ms: whole(0, longestMs),
  reply_after_ms: nullable(whole(0, longestMs)),
  reply_text: text(4096),
  hides_number: flag,
  blocks_us: flag,
  opted_out: flag,
  on_whatsapp: flag,
  synthetic: flag,
  agent_holds: flag,
  agent_text: nullable(text(4096)),
} as const;

const createReaders = { ...patchReaders, phone_number: phoneNumber, user_id: text(140) } as const;

type PhonePatch = Omit<PhoneInput, 'phone_number' | 'user_id'>;

/** `GET …/phones?after=&limit=&synthetic=`, by id; synthetic ones only with `synthetic=true`. */
export function listPhones(call: ControlCall): Reply {
  const limit = limitOf(call, 50, 200);
  const after = call.exchange.url.searchParams.get('after') ?? '';
  const synthetic = call.exchange.url.searchParams.get('synthetic') === 'true';
  const data = call.core.phones.list(call.account.key, after, limit, synthetic).map((phone) => presentPhone(phone));
  return { status: 200, json: { data, next_cursor: data.length < limit ? null : (data.at(-1)?.id ?? null) } };
}

/** `GET …/phones/{id}`. */
export function getPhone(call: ControlCall): Reply {
  return { status: 200, json: presentPhone(phoneOf(call)) };
}

/**
 * `POST …/phones`: a new phone, 201; the same number again changes it as PATCH does, 200. Without a number one is made up.
 * @throws ControlFault 409 the user id is another phone's, the number is the business's or was left not long ago, or the
 *   sandbox is full
 */
export async function createPhone(call: ControlCall): Promise<Reply> {
  const { core, account } = call;
  const given = readFields<Required<PhoneInput>>(await readObject(call.exchange), createReaders);
  const number = given.phone_number ?? generateNumber(core, account);
  if (number === account.display_phone_number)
    throw new ControlFault(409, 'taken', 'This is the number of the business');
  rejectRecentlyLeft(account, number);
  const known = core.phones.find(account.key, number);
  if (known) {
    const { phone_number: _number, user_id, ...patch } = given;
    if (user_id !== undefined && user_id !== known.user_id) throw invalid('user_id of a phone cannot change');
    return { status: 200, json: presentPhone(changePhone(core, account, known, patch)) };
  }
  const { phones } = core.settings.limits;
  if (phones !== null && core.phones.isFull(account.key, phones)) {
    throw new ControlFault(409, 'phone_limit', `A sandbox holds at most ${phones} phones`);
  }
  if (given.user_id !== undefined && core.phones.findByUserId(account.key, given.user_id)) {
    throw new ControlFault(409, 'taken', 'Another phone has this user_id');
  }
  const phone = core.database.write(() => core.phones.insert(newPhone(account, { ...given, phone_number: number })));
  return { status: 201, json: presentPhone(phone) };
}

/** @throws ControlFault 409 the number was left recently */
export function rejectRecentlyLeft(account: Account, number: string): void {
  if (!wasLeftRecently(account, number)) return;
  const advice = 'Take another number, or move the clock on';
  throw new ControlFault(409, 'taken', `This number was left, and nobody gets it for 30 days. ${advice}`);
}

/** A free number of an unused range (+1 555 01xx is reserved for fiction). */
export function generateNumber(core: Core, account: Account): string {
  for (let area = 201; area < 990; area += 1) {
    for (let line = 0; line < 100; line += 1) {
      const number = `1${area}55501${String(line).padStart(2, '0')}`;
      const isOurs = number === account.display_phone_number;
      if (!isOurs && !wasLeftRecently(account, number) && !core.phones.find(account.key, number)) return number;
    }
  }
  throw new ControlFault(409, 'phone_limit', 'No generated number is free; give one');
}

/** `PATCH …/phones/{id}`. @throws ControlFault 409 it would be on WhatsApp with a number that was left recently */
export async function patchPhone(call: ControlCall): Promise<Reply> {
  const { core, account } = call;
  const patch = readFields<Required<PhonePatch>>(await readObject(call.exchange), patchReaders);
  const phone = patch.agent_holds === true ? customerOf(call) : phoneOf(call);
  if (patch.on_whatsapp && !phone.on_whatsapp) rejectRecentlyLeft(account, phone.id);
  return { status: 200, json: presentPhone(changePhone(core, account, phone, patch)) };
}

/** `POST …/phones/{id}/read`: its owner reads everything it received. @throws ControlFault 409 while it is offline */
export function readPhone(call: ControlCall): Reply {
  const { core, account } = call;
  const phone = phoneOf(call);
  if (!phone.online) throw new ControlFault(409, 'phone_offline', 'The phone is offline');
  const unread = core.messages.listUnread(account.key, phone.id);
  core.database.write(() => {
    for (const message of unread) read(core, account, phone, message);
  });
  return { status: 200, json: { read: unread.length } };
}

/** Changes a phone and releases everything that waited for the change. */
function changePhone(core: Core, account: Account, phone: Phone, patch: PhonePatch): Phone {
  const before = { ...phone };
  return core.database.write(() => {
    const { agent_holds = phone.agent_holds, ...rest } = patch;
    Object.assign(phone, rest);
    core.phones.save(phone);
    setHolder(core, account, phone, agent_holds);
    if (phone.blocks_us && !before.blocks_us) noteBlock(core, account, phone);
    if (phone.opted_out !== before.opted_out) enqueuePreference(core, account, phone);
    if (phone.online && !before.online) releaseDeliveries(core, account, phone);
    if (phone.online && !phone.blocks_us && (!before.online || before.blocks_us)) releaseInbound(core, account, phone);
    if (phone.online && willRead(phone) && !(before.online && willRead(before))) scheduleReading(core, account, phone);
    core.watchers.notify(account.key, phone.id);
    return phone;
  });
}

function releaseDeliveries(core: Core, account: Account, phone: Phone): void {
  for (const message of core.messages.listUndelivered(account.key, phone.id)) {
    const dueMs = core.scheduler.deliveryDueMs(account, phone.id);
    core.messages.step(message, 1, dueMs);
    core.scheduler.arm(dueMs);
  }
}

function releaseInbound(core: Core, account: Account, phone: Phone): void {
  for (const message of core.messages.listOpen(account.key, phone.id, Number.MAX_SAFE_INTEGER)) {
    const waits = message.status === 0 && message.position !== null;
    if (waits) sendInbound(core, account, phone, message);
  }
}

function scheduleReading(core: Core, account: Account, phone: Phone): void {
  const dueMs = readDueMs(account, phone);
  for (const message of core.messages.listUnread(account.key, phone.id)) {
    if (message.type !== 'reaction') core.messages.step(message, 2, dueMs);
  }
  core.scheduler.arm(dueMs);
}

/** A phone in the control API. */
export function presentPhone(phone: Phone): PhoneView {
  const {
    account: _account,
    last_inbound_ms,
    typing_until_ms,
    created_ms,
    changed: _changed,
    devices: _devices,
    calling: _calling,
    ...view
  } = phone;
  return {
    ...view,
    identity_key_hash: identityKeyOf(phone),
    window_expires_at: last_inbound_ms === null ? null : new Date(last_inbound_ms + windowMs).toISOString(),
    typing_until: typing_until_ms === null ? null : new Date(typing_until_ms).toISOString(),
    created_at: new Date(created_ms).toISOString(),
  };
}
