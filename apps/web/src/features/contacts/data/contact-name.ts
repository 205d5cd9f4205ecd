import { t } from '@lingui/core/macro';
import type { Contact } from '@parley/contract/types';
import { isVisible } from '@parley/contract/visible-text';
import { readableNumber } from './readable-number.ts';

type Named = Pick<Contact, 'name' | 'username' | 'phone_number'> & { is_group?: true | undefined };

/** The display name of a contact: name, else username, else phone number. */
export function contactName(contact: Named): string {
  if (isVisible(contact.name)) return contact.name;
  if (contact.is_group) return t`WhatsApp group`;
  if (contact.username !== null) return `@${contact.username}`;
  return contact.phone_number === null ? '?' : readableNumber(contact.phone_number);
}
