import { foldText } from '@parley/contract/fold-text';
import { digitsIn, isNumberText } from '@parley/contract/phone-text';

/**
 * Whether a row of this device matches: a part of the name, or digits of the number. Texts of fewer than three
 * letters must match the start. The server's results replace the local ones. Only the server knows how numbers are
 * written in the account's country, so a leading zero is ignored here.
 */
export function matchesNameOrNumber(
  row: { name: string; phone_number: string | null; username: string | null },
  typed: string,
): boolean {
  const folded = foldText(typed.trim());
  const number = row.phone_number ?? '';
  if (isNumberText(typed) && number.includes(withoutZeros(digitsIn(typed)))) return true;
  const name = foldText(row.name);
  if (folded.length < 3) return name.startsWith(folded) || number.startsWith(folded);
  return `${name} ${foldText(row.username ?? '')}`.includes(folded);
}

function withoutZeros(digits: string): string {
  const rest = digits.replace(/^0+/, '');
  return rest.length < 3 ? digits : rest;
}
