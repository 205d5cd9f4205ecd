import { isObject, type JsonObject, readName, readObject, readPhone, readText, readUserId } from './fields.ts';
import type { Sender } from './webhook-events.ts';

/** Longest stored profile name and username: names are indexed, and an index row has a limit. */
const MAX_NAME_LENGTH = 255;

export type Identity = Pick<Sender, 'phone' | 'userId' | 'parentUserId'>;

/**
 * Completes an identity from the delivery's `contacts`. An entry counts only when its phone or user id is the same:
 * a batch has several contacts, and a wrong match would merge two customers. The only contact of the only message gives
 * its name in any case: WhatsApp writes some numbers differently in `from` and `wa_id`.
 * @param sole  whether the message is the only one of its change
 */
export function completeIdentity(identity: Identity, contacts: readonly unknown[], sole = false): Sender {
  const contact = contacts.find((entry) => isObject(entry) && belongsTo(entry, identity));
  const sender: Sender = { ...identity, username: null, profileName: null };
  if (isObject(contact)) {
    sender.phone ??= readPhone(contact, 'wa_id');
    sender.userId ??= readUserId(contact, 'user_id');
    sender.parentUserId ??= readUserId(contact, 'parent_user_id');
  }
  const named = contact ?? (sole && contacts.length === 1 ? contacts[0] : null);
  const profile = isObject(named) ? readObject(named, 'profile') : null;
  if (profile !== null) {
    sender.username = readName(profile, 'username', MAX_NAME_LENGTH);
    sender.profileName = readName(profile, 'name', MAX_NAME_LENGTH);
  }
  return sender;
}

function belongsTo(contact: JsonObject, identity: Identity): boolean {
  const userId = readUserId(contact, 'user_id');
  if (userId !== null && identity.userId !== null) return userId === identity.userId;
  const phone = readPhone(contact, 'wa_id');
  return phone !== null && phone === identity.phone;
}

/**
 * The only contact of a delivery with one message is its sender, also when the message itself names none: customers who
 * hide their number stand in `contacts` alone.
 */
export function readSoleContact(contacts: readonly unknown[]): Identity {
  const contact = contacts.length === 1 && isObject(contacts[0]) ? contacts[0] : {};
  return {
    phone: readPhone(contact, 'wa_id'),
    userId: readUserId(contact, 'user_id'),
    parentUserId: readUserId(contact, 'parent_user_id'),
  };
}

/**
 * The identity that a customer had before a change of number or user id, where the system message names it: in a field,
 * or only in its text (`… changed from A to B`). The sender may be missing, or may be the new identity already.
 */
export function readPreviousIdentity(message: JsonObject): Pick<Identity, 'phone' | 'userId'> | null {
  const system = readObject(message, 'system');
  if (system === null) return null;
  const first = (read: (parent: JsonObject, key: string) => string | null, keys: readonly string[]) =>
    keys.map((key) => read(system, key) ?? read(message, key)).find((value) => value !== null) ?? null;
  const userId = first(readUserId, ['previous_user_id', 'old_user_id']);
  const phone = first(readPhone, ['previous_wa_id', 'old_wa_id', 'customer']);
  if (userId !== null || phone !== null) return { phone, userId };
  const named = (readText(system, 'body') ?? '').match(/\+?\d{7,20}|\b[A-Za-z]{2}\.[!-~]*[A-Za-z0-9]/g) ?? [];
  const present = new Set([readUserId(system, 'user_id'), readPhone(system, 'new_wa_id'), readPhone(system, 'wa_id')]);
  const [old] = named.map((word) => word.replace(/^\+/, '')).filter((word) => !present.has(word));
  if (old === undefined || named.length < 2) return null;
  return /^\d+$/.test(old) ? { phone: old, userId: null } : { phone: null, userId: old };
}
