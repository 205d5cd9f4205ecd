import type { CheckedSend } from '../graph/check-send.ts';
import { factsOf } from '../graph/error-catalogue.ts';
import { GraphError } from '../graph/errors.ts';
import { messageId } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import { identityKeyOf, type Phone } from '../storage/phones.ts';
import type { Core } from './core.ts';
import { takeReach } from './messaging-limit.ts';
import { isResting, newPhone, windowMs } from './new-phone.ts';
import { type Fate, takePace } from './pacing.ts';
import { personOf } from './write-message.ts';

/** Reactions to older messages fail. */
const reactionTargetMs = 30 * 24 * 3600 * 1000;

/**
 * Accepts a checked send: it is in the books and will take its steps. A number nobody knows becomes a phone that is
 * online and never reads; one that was left not long ago is not on WhatsApp.
 * @param forced error code the account asked for and that the platform tells later
 * @returns wamid, the phone, and whether it is held until its template's quality is known
 * @throws GraphError 131005 when the sandbox is full
 */
export function acceptSend(core: Core, account: Account, send: CheckedSend, forced: number | null) {
  return core.books.write(() => {
    const phone = send.recipient.phone ?? addPhone(core, account, send.recipient.waId);
    const paced = forced === null ? takePace(core, account, send.template?.template ?? null) : null;
    const fate =
      forced === null
        ? (fateOf(core, account, phone, send) ?? paced?.fate ?? null)
        : { code: forced, details: factsOf(forced).title };
    const dueMs = core.scheduler.sendDueMs(account, phone.id) + (paced?.holdMs ?? 0);
    const wamid = messageId(personOf(phone), false);
    core.messages.insert({
      account: account.key,
      phone: phone.id,
      inbound: 0,
      wamid,
      caller_id: null,
      type: send.type,
      content: JSON.stringify(send.content),
      context: send.context,
      display: send.template && JSON.stringify(send.template.display),
      addressed_to: send.recipient.input,
      opaque: send.opaque,
      category: send.template?.template.category.toLowerCase() ?? 'service',
      fate: fate?.code ?? null,
      fate_details: fate?.details ?? null,
      status: 0,
      at_ms: clockOf(account),
      due_ms: dueMs,
    });
    if (phone.typing_until_ms !== null) {
      phone.typing_until_ms = null;
      core.phones.save(phone);
    }
    core.scheduler.arm(dueMs);
    return { wamid, phone, held: paced !== null };
  });
}

function addPhone(core: Core, account: Account, waId: string): Phone {
  const phone = newPhone(account, { phone_number: waId, reads: 'never', on_whatsapp: !isResting(account, waId) });
  const { phones } = core.settings.limits;
  if (phones !== null && core.phones.isFull(account.key, phones)) {
    throw new GraphError(131005, `This sandbox holds at most ${phones} phones`);
  }
  return core.phones.insert(phone);
}

function fateOf(core: Core, account: Account, phone: Phone, send: CheckedSend): Fate | null {
  if (!phone.on_whatsapp || phone.blocks_us) return { code: 131026, details: 'Message undeliverable' };
  if (send.identityKey !== null && send.identityKey !== identityKeyOf(phone)) {
    return { code: 137000, details: 'The person goes on with another device than the one this key is of' };
  }
  if (send.template?.template.category === 'MARKETING' && phone.opted_out) {
    return { code: 131050, details: 'The person stopped marketing messages from this business' };
  }
  if (send.template && !isOpen(account, phone) && !takeReach(core, account, phone.id)) {
    return { code: 131048, details: 'The messaging limit of the last 24 hours is used up' };
  }
  if (!send.template && account.windows && !isOpen(account, phone)) {
    return { code: 131047, details: 'More than 24 hours have passed since the person last wrote to this number' };
  }
  return send.type === 'reaction' ? reactionFate(core, account, send) : null;
}

function isOpen(account: Account, phone: Phone): boolean {
  return phone.last_inbound_ms !== null && clockOf(account) - phone.last_inbound_ms < windowMs;
}

function reactionFate(core: Core, account: Account, send: CheckedSend): Fate | null {
  const targetId = (send.content as { message_id: string }).message_id;
  const target = core.messages.find(account.key, targetId);
  const fits =
    target?.phone === send.recipient.waId &&
    target.type !== 'reaction' &&
    clockOf(account) - target.at_ms < reactionTargetMs;
  return fits ? null : { code: 131009, details: 'reaction.message_id: no message that can be reacted to' };
}
