import type { Core } from '../engine/core.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';
import { ControlFault } from './call.ts';
import type { InboundInput } from './validate-inbound.ts';

const minuteMs = 60_000;
/** How long a contact may edit or delete a message. */
const longestMs: Readonly<Record<string, number>> = { edit: 15 * minuteMs, revoke: 2 * 24 * 60 * minuteMs };

/** @throws ControlFault 409 unless an edit or a revocation concerns a recent message of this phone */
export function validateRevocation(core: Core, account: Account, phone: Phone, { type, content }: InboundInput): void {
  const longest = longestMs[type];
  if (longest === undefined) return;
  const { original_message_id } = content as { original_message_id: string };
  const original = core.messages.find(account.key, original_message_id);
  if (original?.inbound !== 1 || original.phone !== phone.id) {
    throw new ControlFault(409, 'not_theirs', 'This phone did not write that message');
  }
  if (clockOf(account) - original.at_ms > longest) {
    throw new ControlFault(409, 'too_late', `It is too late to ${type} that message`);
  }
}
