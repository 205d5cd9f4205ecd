import type { Reply } from '../http/exchange.ts';
import type { Core } from '../life/core.ts';
import { newUserId } from '../life/new-phone.ts';
import { enqueueInbound } from '../life/updates.ts';
import { newInbound } from '../life/write-message.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import { identityKeyOf, type Phone } from '../storage/phones.ts';
import { type ControlCall, ControlFault, phoneOf, readObject } from './call.ts';
import { phoneNumber, readFields } from './fields.ts';
import { inventNumber, presentPhone, refuseResting } from './phones.ts';

/**
 * `POST …/phones/{id}/number {phone_number?}`: the person goes on under another number, made up if none is given. Their
 * book and what is under way goes along; the business-scoped user id is another one, and the business is told.
 * @throws ControlFault 409 somebody has the number, or it was left not long ago
 */
export async function changeNumber(call: ControlCall): Promise<Reply> {
  const { core, account } = call;
  const phone = phoneOf(call);
  const given = readFields<{ phone_number: string }>(await readObject(call.exchange), { phone_number: phoneNumber });
  const number = given.phone_number ?? inventNumber(core, account);
  if (number === account.display_phone_number || core.phones.find(account.key, number)) {
    throw new ControlFault(409, 'taken', 'Somebody has this number already');
  }
  refuseResting(account, number);
  const userId = newUserId(account, number);
  const moved = core.books.write(() => {
    const system = phone.hides_number
      ? { body: 'User id changed', type: 'user_changed_user_id', user_id: userId }
      : {
          body: `User ${phone.name} changed from ${phone.id} to ${number}`,
          type: 'user_changed_number',
          wa_id: number,
        };
    tell(core, account, phone, system);
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
 * `POST …/phones/{id}/device`: the person goes on with a new device, so their identity key is another one; a business
 * that asked for the identity check is told.
 */
export function changeDevice(call: ControlCall): Reply {
  const { core, account } = call;
  const phone = phoneOf(call);
  core.books.write(() => {
    phone.devices += 1;
    core.phones.save(phone);
    if (account.number.identity_check) {
      const system = { body: 'Security code changed', type: 'customer_identity_changed' };
      const created_timestamp = String(Math.floor(clockOf(account) / 1000));
      tell(core, account, phone, system, { acknowledged: false, created_timestamp, hash: identityKeyOf(phone) });
    }
  });
  core.watchers.notify(account.key, phone.id);
  return { status: 200, json: presentPhone(phone) };
}

/** A notice in the person's name that the person does not see. Inside `write`. */
function tell(core: Core, account: Account, phone: Phone, content: object, identity?: object): void {
  const notice = { type: 'system', content, context: null, callerId: null, dueMs: null };
  const message = newInbound(core, account, phone, notice);
  core.messages.step(message, 1, null);
  if (!account.number.blocked.includes(phone.id)) enqueueInbound(core, account, phone, message, identity);
}
