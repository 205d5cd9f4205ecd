import type { Core } from '../engine/core.ts';
import { newUserId } from '../engine/new-phone.ts';
import { enqueueInbound } from '../engine/updates.ts';
import { newInbound } from '../engine/write-message.ts';
import type { Reply } from '../http/exchange.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import { identityKeyOf, type Phone } from '../storage/phones.ts';
import { type ControlCall, ControlFault, customerOf, readObject } from './call.ts';
import { phoneNumber, readFields } from './fields.ts';
import { generateNumber, presentPhone, rejectRecentlyLeft } from './phones.ts';

/**
 * `POST …/phones/{id}/number {phone_number?}`: the contact changes to another number, generated if none is given. Their
 * messages and pending updates move to it; they get a new business-scoped user id, and the business is notified.
 * @throws ControlFault 409 the number is taken, or was left not long ago
 */
export async function changeNumber(call: ControlCall): Promise<Reply> {
  const { core, account } = call;
  const phone = customerOf(call);
  const given = readFields<{ phone_number: string }>(await readObject(call.exchange), { phone_number: phoneNumber });
  const number = given.phone_number ?? generateNumber(core, account);
  if (number === account.display_phone_number || core.phones.find(account.key, number)) {
    throw new ControlFault(409, 'taken', 'Somebody has this number already');
  }
  rejectRecentlyLeft(account, number);
  const userId = newUserId(account, number);
  const moved = core.database.write(() => {
    const system = phone.hides_number
      ? { body: 'User id changed', type: 'user_changed_user_id', user_id: userId }
      : {
          body: `User ${phone.name} changed from ${phone.id} to ${number}`,
          type: 'user_changed_number',
          wa_id: number,
        };
    notifyBusiness(core, account, phone, system);
    const { left_numbers, left_ms } = account.number;
    account.number = {
      ...account.number,
      left_numbers: [...left_numbers, phone.id],
      left_ms: { ...left_ms, [phone.id]: clockOf(account) },
    };
    core.accounts.save(account);
    return core.phones.move(phone, number, userId);
  });
  return { status: 200, json: presentPhone(moved) };
}

/**
 * `POST …/phones/{id}/device`: the contact changes to a new device and gets another identity key; a business that
 * turned on the identity check is notified.
 */
export function changeDevice(call: ControlCall): Reply {
  const { core, account } = call;
  const phone = customerOf(call);
  core.database.write(() => {
    phone.devices += 1;
    core.phones.save(phone);
    if (account.number.identity_check) {
      const system = { body: 'Security code changed', type: 'customer_identity_changed' };
      const created_timestamp = String(Math.floor(clockOf(account) / 1000));
      notifyBusiness(core, account, phone, system, {
        acknowledged: false,
        created_timestamp,
        hash: identityKeyOf(phone),
      });
    }
  });
  core.watchers.notify(account.key, phone.id);
  return { status: 200, json: presentPhone(phone) };
}

/** A notice in the contact's name that is invisible to the contact. Inside `write`. */
function notifyBusiness(core: Core, account: Account, phone: Phone, content: object, identity?: object): void {
  const notice = { type: 'system', content, context: null, callerId: null, dueMs: null };
  const message = newInbound(core, account, phone, notice);
  core.messages.step(message, 1, null);
  if (!account.number.blocked.includes(phone.id)) enqueueInbound(core, account, phone, message, identity);
}
