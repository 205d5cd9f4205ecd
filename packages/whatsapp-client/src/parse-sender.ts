import { isObject, type JsonObject, readName, readObject, readPhone, readUserId } from './fields.ts';
import type { Sender } from './webhook-events.ts';

/** Longest profile name and username kept: names are indexed, and an index row has a limit. */
const MAX_NAME_LENGTH = 255;

export type Identity = Pick<Sender, 'phone' | 'userId' | 'parentUserId'>;

/**
 * Completes an identity from the delivery's `contacts`. An entry counts only when its phone or user id is that
 * person's: a batch carries several people, and a wrong match would join two customers.
 */
export function completeIdentity(identity: Identity, contacts: readonly unknown[]): Sender {
  const contact = contacts.find((entry) => isObject(entry) && belongsTo(entry, identity));
  const sender: Sender = { ...identity, username: null, profileName: null };
  if (!isObject(contact)) return sender;
  sender.phone ??= readPhone(contact, 'wa_id');
  sender.userId ??= readUserId(contact, 'user_id');
  sender.parentUserId ??= readUserId(contact, 'parent_user_id');
  const profile = readObject(contact, 'profile');
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
