import type { Account } from '../storage/accounts.ts';
import type { Phone, PhoneStore } from '../storage/phones.ts';
import { GraphError } from './errors.ts';
import { type JsonObject, missing, wrong } from './shape.ts';

/** The recipient of a send. */
export interface Recipient {
  /** `to` or `recipient` as sent by the business. */
  input: string;
  /** Digits of the phone. */
  waId: string;
  /** The phone, if known already. */
  phone: Phone | null;
  /** Set when the business named the contact by business-scoped user id. */
  userId: string | null;
}

/**
 * The shape of the recipient, without a lookup. `to` takes precedence over `recipient`.
 * @throws GraphError 131008 none, 131009 neither a phone number nor a user id
 */
export function checkRecipientShape(body: JsonObject): { input: string; digits: string | null } {
  const { to, recipient } = body;
  if (to !== undefined && to !== null && to !== '') {
    if (typeof to !== 'string' && typeof to !== 'number') throw wrong('to', 'must be a phone number');
    const digits = String(to).replace(/^\+|[\s()-]/g, '');
    if (!/^[1-9]\d{6,14}$/.test(digits)) throw wrong('to', 'must be a phone number with country code');
    return { input: String(to), digits };
  }
  if (recipient === undefined || recipient === null || recipient === '') throw missing('to');
  if (typeof recipient !== 'string' || !/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(recipient)) {
    throw wrong('recipient', 'must be a business-scoped user id');
  }
  return { input: recipient, digits: null };
}

/**
 * The phone a send goes to. A number written another way than the phone's wa_id reaches it, as in Brazil, Mexico and Ivory Coast.
 * @throws GraphError 131021 the business's own number, 131030 outside the allow-list, 131009 unknown user id
 */
export function findRecipient(
  account: Account,
  phones: PhoneStore,
  shape: ReturnType<typeof checkRecipientShape>,
): Recipient {
  const { input, digits } = shape;
  if (digits === null) {
    const phone = phones.findByUserId(account.key, input);
    if (!phone) throw wrong('recipient', 'is not a user id of this business');
    checkAllowed(account, phone.id);
    return { input, waId: phone.id, phone, userId: input };
  }
  if (digits === account.display_phone_number) {
    throw new GraphError(131021, 'Sender and recipient phone number are the same');
  }
  const phone =
    waIdVariants(digits)
      .values()
      .map((id) => phones.find(account.key, id))
      .find((one) => one !== null) ?? null;
  const waId = phone?.id ?? digits;
  checkAllowed(account, waId);
  return { input, waId, phone, userId: null };
}

function checkAllowed(account: Account, waId: string): void {
  const allowed = account.allowed_recipients;
  if (allowed && !allowed.some((number) => waIdVariants(number).includes(waId))) {
    throw new GraphError(131030, 'Add the recipient to the list of allowed numbers and try again');
  }
}

/** Old and new forms of the numbers of some countries: WhatsApp keeps the one that an account was opened with. */
const forms: readonly { pattern: RegExp; others: readonly string[] }[] = [
  { pattern: /^55(\d\d)9?([6-9]\d{7})$/, others: ['55$19$2', '55$1$2'] },
  { pattern: /^521?(\d{10})$/, others: ['52$1', '521$1'] },
  { pattern: /^549?(\d{10})$/, others: ['549$1', '54$1'] },
  { pattern: /^225(?:07)?([04-8][7-9]\d{6})$/, others: ['22507$1', '225$1'] },
  { pattern: /^225(?:05)?([04-9][4-6]\d{6})$/, others: ['22505$1', '225$1'] },
  { pattern: /^225(?:01)?([0457][0-3]\d{6})$/, others: ['22501$1', '225$1'] },
  // Kosovo, under the codes of Monaco and Slovenia until +383 came.
  { pattern: /^3(?:83|77)(4[45]\d{6})$/, others: ['383$1', '377$1'] },
  { pattern: /^38[36](4[39]\d{6})$/, others: ['383$1', '386$1'] },
];

/** The digits themselves first, then other spellings under which WhatsApp may know the same contact. */
export function waIdVariants(digits: string): string[] {
  const known = forms.find(({ pattern }) => pattern.test(digits));
  return [digits, ...(known?.others.map((other) => digits.replace(known.pattern, other)) ?? [])];
}
