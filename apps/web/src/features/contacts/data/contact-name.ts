import type { Contact } from '@parley/contract/types';
import { isVisible } from '@parley/contract/visible-text';
import { readableNumber } from './readable-number.ts';

/** The display name of a contact: name, else username, else phone number. */
export function contactName(contact: Pick<Contact, 'name' | 'username' | 'phone_number'>): string {
  if (isVisible(contact.name)) return contact.name;
  if (contact.username !== null) return `@${contact.username}`;
  return contact.phone_number === null ? '?' : readableNumber(contact.phone_number);
}
