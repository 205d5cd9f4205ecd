import { currentForm } from '@parley/contract/phone-forms';

/** Country calling codes of two digits (ITU-T E.164); 1 and 7 have one digit, all others three. */
const twoDigitCodes = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/** The usual grouping of mobile numbers of some countries, by calling code and number of digits after it. */
const usualGroups: Record<string, readonly number[]> = {
  '1 10': [3, 3, 4],
  '33 9': [1, 2, 2, 2, 2],
  '44 10': [4, 6],
  '55 11': [2, 5, 4],
  '91 10': [5, 5],
};

/** Groups of three and four for other countries, by number of digits after the calling code. */
const plainGroups: Record<number, readonly number[]> = {
  7: [3, 4],
  8: [4, 4],
  9: [3, 3, 3],
  10: [3, 3, 4],
  11: [3, 4, 4],
  12: [4, 4, 4],
};

/**
 * Formats a phone number: `447700900118` becomes `+44 7700 900118`. For display only; copies are E.164. A form in which
 * WhatsApp knows the customer is shown as the number is dialled today.
 * @param known E.164 without plus
 */
export function readableNumber(known: string): string {
  const digits = currentForm(known);
  const codeLength = /^[17]/.test(digits) ? 1 : twoDigitCodes.has(digits.slice(0, 2)) ? 2 : 3;
  const code = digits.slice(0, codeLength);
  let rest = digits.slice(codeLength);
  const groups: string[] = [];
  for (const size of usualGroups[`${code} ${rest.length}`] ?? plainGroups[rest.length] ?? []) {
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return [`+${code}`, ...groups, rest].filter(Boolean).join(' ');
}
