import type { PhoneInput } from '../control-types.ts';
import { userIdFor } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';

/** How long a customer's message lets the business write freely. */
export const windowMs = 24 * 3600 * 1000;

const behaviour = {
  online: true,
  chat_open: false,
  reads: 'when_open',
  read_after_ms: 0,
  reply_after_ms: null,
  reply_text: 'Thank you, I will look at it.',
  hides_number: false,
  blocks_us: false,
  opted_out: false,
  on_whatsapp: true,
  synthetic: false,
} as const;

/** How long nobody gets a number that was left: late news of its last owner must not be taken for the next one's. */
const restMs = 30 * 24 * 3600 * 1000;

/** Whether somebody left the number not long ago, by the account's clock. */
export function isResting(account: Account, number: string): boolean {
  const leftMs = account.number.left_ms[number];
  return leftMs !== undefined && clockOf(account) - leftMs < restMs;
}

/** The user id of whoever gets this number now: another one than those had who left it. */
export function newUserId(account: Account, number: string): string {
  const owners = account.number.left_numbers.filter((one) => one === number).length;
  return userIdFor(number, account.waba_id, owners);
}

/** A phone with every default filled in, not stored yet. `phone_number` must be digits. */
export function newPhone(account: Account, input: PhoneInput & { phone_number: string }): Omit<Phone, 'changed'> {
  const { phone_number: id, user_id, name, username, ...given } = input;
  return {
    ...behaviour,
    ...given,
    account: account.key,
    devices: 0,
    id,
    user_id: user_id ?? newUserId(account, id),
    name: name ?? `Customer ${id.slice(-4)}`,
    username: username ?? null,
    last_inbound_ms: null,
    typing_until_ms: null,
    created_ms: clockOf(account),
  };
}
