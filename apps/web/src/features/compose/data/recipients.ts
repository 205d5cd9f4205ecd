import { phoneMatchKey } from '@parley/contract/phone-forms';
import { betweenNumbers, isNumberText } from '@parley/contract/phone-text';
import type { Recipient } from './draft.ts';

/**
 * Parses a number in the national format of the account's country. @returns E.164 digits, null when it is not a
 * possible number
 */
export type ReadDigits = (typed: string) => string | null;

/** Splits a pasted or typed text at commas and semicolons of all scripts, tabs and line ends. */
export function splitRecipients(text: string): string[] {
  return text
    .split(betweenNumbers)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Whether a text is meant as numbers rather than a name. */
export function isNumberList(text: string): boolean {
  return splitRecipients(text).every(isNumberText);
}

export function recipientOf(typed: string, digitsOf: ReadDigits): Recipient {
  const digits = digitsOf(typed);
  return { key: digits === null ? typed : phoneMatchKey(digits), typed, digits, contactId: null };
}

/** @param digits null where the number is masked or missing */
export function recipientOfContact(contact: { id: string; phone_number: string | null; name: string }): Recipient {
  const { id, phone_number: digits, name } = contact;
  const key = digits === null ? `contact/${id}` : phoneMatchKey(digits);
  return { key, typed: digits === null ? name : `+${digits}`, digits, contactId: id };
}

/** Indexes of duplicates of an earlier recipient; the first one counts. */
export function duplicatesIn(recipients: readonly Recipient[]): boolean[] {
  const seen = new Set<string>();
  return recipients.map(({ key, contactId }) => {
    const names = [key, ...(contactId === null ? [] : [`contact/${contactId}`])];
    const twice = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return twice;
  });
}
