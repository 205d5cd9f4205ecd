import type { Executor } from '../../../platform/db/sql.ts';
import { phoneMatchKey, queueHealing } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { Inbound } from './meaning.ts';
import { findRivals, type Identity, readdressThreads, relinkPerson } from './relink-repo.ts';

/**
 * People who go on under another number or user id, or told us their number because we asked: their contact gets it and
 * their threads are answered there.
 * @param fresh messages that were written just now: a repetition must not bring back a number left since
 */
export async function applyRelinks(
  tx: Executor,
  fresh: readonly Inbound[],
): Promise<{ changes: NewChange[]; queued: boolean }> {
  const changes: NewChange[] = [];
  let queued = false;
  for (const item of fresh) {
    for (const identity of newIdentities(item)) {
      const relinked = await relink(tx, item, identity);
      if (relinked === 'rivals') queued = true;
      else changes.push(...relinked);
    }
  }
  return { changes, queued };
}

/** @returns `rivals` when somebody else has the new identity, which is looked at by a job */
async function relink(tx: Executor, { person, at }: Inbound, to: Identity): Promise<NewChange[] | 'rivals'> {
  const { clientId } = person;
  const contact = await relinkPerson(tx, clientId, person, to, at);
  if (contact === null) {
    const rivals = await findRivals(tx, clientId, person, to);
    if (rivals === null) return [];
    await queueHealing(tx, [{ clientId, ...rivals, cause: 'changed_number' }]);
    return 'rivals';
  }
  const threads = await readdressThreads(tx, clientId, contact.id, to);
  return [
    { clientId, collection: 'contacts', id: contact.id, marker: 'MODIFIED', version: contact.version },
    ...threads.map(
      ({ id, version }): NewChange => ({ clientId, collection: 'threads', id, marker: 'MODIFIED', version }),
    ),
  ];
}

function newIdentities({ message, origin }: Inbound): Identity[] {
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

/** The number on the card with which the customer answered our question; only one that WhatsApp itself names. */
function sharedNumber(cards: readonly unknown[]): string | null {
  const [card] = cards as readonly { phones?: unknown }[];
  const phones: readonly unknown[] = Array.isArray(card?.phones) ? card.phones : [];
  for (const phone of phones) {
    const waId = typeof phone === 'object' && phone !== null && 'wa_id' in phone ? String(phone.wa_id) : '';
    if (/^\d{5,20}$/.test(waId)) return waId;
  }
  return null;
}
