import type { PhoneInput } from '../control-types.ts';
import { userIdFor } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import { noCalls, type Phone } from '../storage/phones.ts';

/** The reply window after a customer's message. */
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
  agent_holds: false,
  agent_text: null,
  members: null,
} as const;

/** How long a number that was left stays reserved: late updates of its previous owner must not reach the next one. */
const restMs = 30 * 24 * 3600 * 1000;

/** Whether the number was left recently, by the account's clock. */
export function wasLeftRecently(account: Account, number: string): boolean {
  const leftMs = account.number.left_ms[number];
  return leftMs !== undefined && clockOf(account) - leftMs < restMs;
}

/** The user id of the number's next owner: it differs from those of earlier owners. */
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
    calling: noCalls,
    id,
    user_id: user_id ?? newUserId(account, id),
    name: name ?? `Customer ${id.slice(-4)}`,
    username: username ?? null,
    last_inbound_ms: null,
    typing_until_ms: null,
    created_ms: clockOf(account),
  };
}
