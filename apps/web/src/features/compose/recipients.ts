import type { Recipient } from './draft.ts';

/** Reads a number as people of the account's country write it. @returns E.164 digits, null when it is no possible one */
export type ReadDigits = (typed: string) => string | null;

/** What a pasted or typed text names: between commas, semicolons, tabs and ends of lines. */
export function splitRecipients(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Whether a text is meant as numbers rather than a name: digits, and the signs that stand between them. */
export function looksLikeNumbers(text: string): boolean {
  return splitRecipients(text).every((part) => /\d{3}/.test(part) && /^[+\d\s().\-/]+$/.test(part));
}

export function recipientOf(typed: string, digitsOf: ReadDigits): Recipient {
  const digits = digitsOf(typed);
  return { key: digits ?? typed, typed, digits, contactId: null };
}

/** @param digits null where the number is hidden or there is none */
export function recipientOfContact(contact: { id: string; phone_number: string | null; name: string }): Recipient {
  const { id, phone_number: digits, name } = contact;
  return { key: digits ?? `contact/${id}`, typed: digits === null ? name : `+${digits}`, digits, contactId: id };
}

/** Who stands there already, as an earlier one: by place. The first of several is the one that counts. */
export function duplicatesIn(recipients: readonly Recipient[]): boolean[] {
  const seen = new Set<string>();
  return recipients.map(({ key, contactId }) => {
    const names = [key, ...(contactId === null ? [] : [`contact/${contactId}`])];
    const twice = names.some((name) => seen.has(name));
    for (const name of names) seen.add(name);
    return twice;
  });
}
