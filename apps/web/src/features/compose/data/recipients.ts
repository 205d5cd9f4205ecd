import type { Recipient } from './draft.ts';

/**
 * Parses a number in the national format of the account's country. @returns E.164 digits, null when it is not a
 * possible number
 */
export type ReadDigits = (typed: string) => string | null;

/** Splits a pasted or typed text at commas, semicolons, tabs and line ends. */
export function splitRecipients(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Whether a text is meant as numbers rather than a name: digits and the characters between them. */
export function isNumberList(text: string): boolean {
  return splitRecipients(text).every((part) => /\d{3}/.test(part) && /^[+\d\s().\-/]+$/.test(part));
}

export function recipientOf(typed: string, digitsOf: ReadDigits): Recipient {
  const digits = digitsOf(typed);
  return { key: digits ?? typed, typed, digits, contactId: null };
}

/** @param digits null where the number is masked or missing */
export function recipientOfContact(contact: { id: string; phone_number: string | null; name: string }): Recipient {
  const { id, phone_number: digits, name } = contact;
  return { key: digits ?? `contact/${id}`, typed: digits === null ? name : `+${digits}`, digits, contactId: id };
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
