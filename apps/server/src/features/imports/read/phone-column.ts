import { plainNumber } from '@parley/contract/phone-text';
import { countryOfDigits, isAssigned, readPhone } from '../check/phone-reader.ts';
import { phoneNameStrength } from './column-words.ts';

/** The share of filled cells that are phone numbers, 0 to 1; null without a filled one. */
function shareOfPhones(cells: readonly string[], country: string): number | null {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length === 0) return null;
  const phones = filled.filter((cell) => {
    const text = plainNumber(cell);
    if (!/(?:\d[\s()./-]*){6}/.test(text) || /^[\d.]*[.,]\d{1,2}$/.test(text)) return false;
    const digits = readPhone(text, country);
    if (digits === null) return false;
    const from = isAssigned(digits, country) ? country : countryOfDigits(digits);
    return from !== null && isAssigned(digits, from);
  });
  return phones.length / filled.length;
}

/**
 * The column with the phone numbers: by its name, and by whether its cells are numbers that are given out in the country
 * or that carry the code of theirs. A code of customers is none, whatever it looks like.
 * @returns its index, -1 without one
 */
export function findPhoneColumn(
  columns: ReadonlyArray<{ name: string; samples: readonly string[] }>,
  country: string,
): number {
  let best = { index: -1, score: 0 };
  for (const [index, { name, samples }] of columns.entries()) {
    const strength = phoneNameStrength(name);
    const share = shareOfPhones(samples, country);
    // Only a name that can mean nothing else counts where the cells say otherwise, or nothing.
    const isLikely = strength >= 2 || (share ?? 0) >= (strength === 1 ? 0.5 : 0.9);
    const score = strength < 0 || !isLikely ? 0 : strength * 2 + (share ?? 0.2) * 10;
    if (score > best.score) best = { index, score };
  }
  return best.index;
}
