import { betweenNumbers, plainText } from '@parley/contract/phone-text';

/** The server's limit per broadcast. */
export const maxNumbers = 20_000;

/** The server's limit; longer text is not a number. */
const longest = 60;

/**
 * Splits pasted phone numbers, in order: a column of a table, a list with commas, or several in a row that start with
 * +. Text that is not a number is kept, so that it is shown.
 */
export function splitNumbers(text: string): string[] {
  return plainText(text)
    .split(betweenNumbers)
    .flatMap((part) => part.split(/\s+(?=\+)|\s{2,}/))
    .map((part) => part.trim().slice(0, longest))
    .filter((part) => part !== '');
}

/** How many numbers are taken from a text; the rest is reported as too many. */
export function takeNumbers(text: string): { numbers: string[]; left: number } {
  const numbers = splitNumbers(text);
  return { numbers: numbers.slice(0, maxNumbers), left: Math.max(0, numbers.length - maxNumbers) };
}
