import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { Executor } from '../../../platform/db/sql.ts';
import {
  changeContactIdentity,
  enqueueAutomaticMerges,
  findConflictingContacts,
  type Identity,
} from '../../contacts/public.ts';
import { updateThreadAddresses } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { NormalizedMessage } from '../normalize/normalized-events.ts';

/**
 * Contacts who changed their number or user id, or shared their number on request: the contact gets the new identity,
 * and replies in its threads go there.
 * @param fresh newly inserted messages: a repeated one must not restore an old number
 */
export async function applyIdentityChanges(
  tx: Executor,
  fresh: readonly NormalizedMessage[],
): Promise<{ changes: NewChange[]; queued: boolean }> {
  const changes: NewChange[] = [];
  let queued = false;
  for (const item of fresh) {
    for (const identity of newIdentitiesOf(item)) {
      const result = await changeIdentity(tx, item, identity);
      if (result === 'conflict') queued = true;
      else changes.push(...result);
    }
  }
  return { changes, queued };
}

/** @returns `conflict` when another contact has the identity; a job decides whether to merge the two */
async function changeIdentity(
  tx: Executor,
  { contact, at }: NormalizedMessage,
  to: Identity,
): Promise<NewChange[] | 'conflict'> {
  const { clientId } = contact;
  const changed = await changeContactIdentity(tx, clientId, contact, to, at);
  if (changed === null) {
    const conflict = await findConflictingContacts(tx, clientId, contact, to);
    if (conflict === null) return [];
    await enqueueAutomaticMerges(tx, [{ clientId, ...conflict, cause: 'changed_number' }]);
    return 'conflict';
  }
  const threads = await updateThreadAddresses(tx, clientId, changed.id, to);
  return [
    { clientId, collection: 'contacts', id: changed.id, marker: 'MODIFIED', version: changed.version },
    ...threads.map(
      ({ id, version }): NewChange => ({ clientId, collection: 'threads', id, marker: 'MODIFIED', version }),
    ),
  ];
}

function newIdentitiesOf({ message, origin }: NormalizedMessage): Identity[] {
  if (origin.kind === 'past') return [];
  if (message.type === 'system' && /changed_(number|user_id)$/.test(message.content.type)) {
    const { phone, user_id: userId } = message.content;
    return [
      ...(phone === undefined ? [] : [phoneIdentity(phone)]),
      ...(userId === undefined ? [] : [userIdentity(userId)]),
    ];
  }
  if (message.type !== 'contacts' || !message.flags.includes('contact_request')) return [];
  const phone = sharedNumber(message.content);
  return phone === null ? [] : [phoneIdentity(phone)];
}

const phoneIdentity = (phone: string): Identity => ({ kind: 'phone', key: phoneMatchKey(phone), value: phone });
const userIdentity = (userId: string): Identity => ({ kind: 'user', key: userId, value: userId });

/**
 * The number on the contact card that the customer shared on request. WhatsApp marks only the answer to such a request,
 * in which the customer cannot choose another card than their own, so the sender's user id and this number are one
 * person's. Meta's page has the number without `wa_id`; without a country code it could be anybody's.
 */
function sharedNumber(cards: readonly unknown[]): string | null {
  const [card] = cards as readonly ({ phones?: unknown } | null)[];
  const phones: readonly unknown[] = Array.isArray(card?.phones) ? card.phones : [];
  for (const entry of phones) {
    const { wa_id: waId, phone } = (entry ?? {}) as { wa_id?: unknown; phone?: unknown };
    if (typeof waId === 'string' && /^\d{5,20}$/.test(waId)) return waId;
    const digits = typeof phone === 'string' && phone.trim().startsWith('+') ? phone.replaceAll(/\D/g, '') : '';
    if (/^\d{7,15}$/.test(digits)) return digits;
  }
  return null;
}
