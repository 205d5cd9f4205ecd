import type { Contact } from '@parley/contract/types';

/** What of a contact can be put on a card. */
export type CardChoices = { phones: string[]; emails: string[] };

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The number, unless it is hidden from the member, and every custom field that is an email address. */
export function cardChoices({ phone_number: number, custom_fields: fields }: Contact): CardChoices {
  const emails = Object.values(fields)
    .map((value) => value.trim())
    .filter((value) => email.test(value));
  return { phones: number === null ? [] : [`+${number}`], emails: [...new Set(emails)] };
}
