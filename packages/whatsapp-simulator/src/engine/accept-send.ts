import type { CheckedSend } from '../graph/check-send.ts';
import { errorDetailsOf } from '../graph/error-catalogue.ts';
import { GraphError } from '../graph/errors.ts';
import { messageId } from '../graph/ids.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import { identityKeyOf, type Phone } from '../storage/phones.ts';
import { noteAsked } from './call-permissions.ts';
import type { Core } from './core.ts';
import { countReachedContact } from './messaging-limit.ts';
import { newPhone, wasLeftRecently, windowMs } from './new-phone.ts';
import { type SendOutcome, takePace } from './pacing.ts';
import { customerOf } from './write-message.ts';

/** Reactions to older messages fail. */
const reactionTargetMs = 30 * 24 * 3600 * 1000;

/**
 * Accepts a validated send: it is stored and will take its steps. An unknown number becomes a phone that is online
 * and never reads; one that was left recently is not on WhatsApp.
 * @param forced error code that the account requested and the platform reports later
 * @returns wamid, the phone, and whether it is held until its template's quality is known
 * @throws GraphError 131009 when the sandbox is full
 */
export function acceptSend(core: Core, account: Account, send: CheckedSend, forced: number | null) {
  return core.database.write(() => {
    const phone = send.recipient.phone ?? addPhone(core, account, send.recipient.waId);
    if (asksToCall(send)) {
      noteAsked(account, phone);
      core.phones.save(phone);
    }
    const paced = forced === null ? takePace(core, account, send.template?.template ?? null) : null;
    const fate =
      forced === null
        ? (outcomeOf(core, account, phone, send) ?? paced?.outcome ?? null)
        : { code: forced, details: errorDetailsOf(forced).title };
    const dueMs = core.scheduler.sendDueMs(account, phone.id) + (paced?.holdMs ?? 0);
    const wamid = messageId(customerOf(phone), false);
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
    // A service message takes the conversation over from Meta's agent.
    const takesOver = phone.agent_holds && send.template === null && send.type !== 'reaction';
    if (phone.typing_until_ms !== null || takesOver) {
      phone.typing_until_ms = null;
      if (takesOver) phone.agent_holds = false;
      core.phones.save(phone);
    }
    core.scheduler.arm(dueMs);
    return { wamid, phone, isPaced: paced !== null };
  });
}

function asksToCall({ type, content }: CheckedSend): boolean {
  return type === 'interactive' && (content as { type?: unknown }).type === 'call_permission_request';
}

function addPhone(core: Core, account: Account, waId: string): Phone {
  const phone = newPhone(account, { phone_number: waId, reads: 'never', on_whatsapp: !wasLeftRecently(account, waId) });
  const { phones } = core.settings.limits;
  if (phones !== null && core.phones.isFull(account.key, phones)) {
    throw new GraphError(131009, `This sandbox holds at most ${phones} phones`);
  }
  return core.phones.insert(phone);
}

function outcomeOf(core: Core, account: Account, phone: Phone, send: CheckedSend): SendOutcome | null {
  if (!phone.on_whatsapp || phone.blocks_us) return { code: 131026, details: 'Message undeliverable' };
  if (send.identityKey !== null && send.identityKey !== identityKeyOf(phone)) {
    return { code: 137000, details: 'The person goes on with another device than the one this key is of' };
  }
  if (send.template?.template.category === 'MARKETING' && phone.opted_out) {
    return { code: 131050, details: 'The person stopped marketing messages from this business' };
  }
  if (send.template && !isOpen(account, phone) && !countReachedContact(core, account, phone.id)) {
    return { code: 131048, details: 'The messaging limit of the last 24 hours is used up' };
  }
  if (!send.template && account.windows && !isOpen(account, phone)) {
    return { code: 131047, details: 'More than 24 hours have passed since the person last wrote to this number' };
  }
  return send.type === 'reaction' ? reactionOutcome(core, account, send) : null;
}

function isOpen(account: Account, phone: Phone): boolean {
  return phone.last_inbound_ms !== null && clockOf(account) - phone.last_inbound_ms < windowMs;
}

function reactionOutcome(core: Core, account: Account, send: CheckedSend): SendOutcome | null {
  const targetId = (send.content as { message_id: string }).message_id;
  const target = core.messages.find(account.key, targetId);
  const fits =
    target?.phone === send.recipient.waId &&
    target.type !== 'reaction' &&
    clockOf(account) - target.at_ms < reactionTargetMs;
  return fits ? null : { code: 131009, details: 'reaction.message_id: no message that can be reacted to' };
}
