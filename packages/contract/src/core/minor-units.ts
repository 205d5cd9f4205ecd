import { plainText } from './phone-text.ts';

/** How many digits an amount has after the decimal mark: 2 in EUR, 0 in JPY, 3 in KWD. @param currency ISO 4217 */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** @returns the amount in units of the currency, exact up to 15 digits */
export function fromMinorUnits(value: number, currency: string): number {
  return value / 10 ** minorDigits(currency);
}

/**
 * An amount as people of any region type it: `1,250.50`, `1.250,50`, `1’250`, `1 250 €`, `٢٥٠`.
 * @param decimal the decimal mark of the region: three digits behind it are decimals there, and no thousands
 * @returns in the smallest unit of the currency; null when it is no amount, or has more decimals than the currency
 */
export function parseMinorUnits(text: string, currency: string, decimal: string | null = null): number | null {
  const digits = minorDigits(currency);
  const plain = plainText(text)
    .replaceAll('\u066c', ',')
    .replaceAll('\u066b', '.')
    .replaceAll(/[\s'’\p{Sc}]/gu, '')
    .replace(/^\p{L}{2,4}\.?|\p{L}{2,4}\.?$/u, '');
  const found = /^(\d+|\d{1,3}(?:([.,])\d{2,3})+)(?:([.,])(\d*))?$/.exec(plain);
  if (found === null) return null;
  const [, whole = '', grouping, mark, part = ''] = found;
  // One mark before three digits parts thousands, unless the currency has three decimals.
  if (mark !== undefined && (grouping === mark || (grouping === undefined && part.length === 3 && digits !== 3))) {
    const isDecimal = mark === decimal || (grouping === undefined && /^0+$/.test(whole));
    return !isDecimal && grouped(whole + mark + part, mark) ? toMinor(whole + part, '', digits) : null;
  }
  if (grouping !== undefined && mark === undefined) {
    const last = whole.slice(whole.lastIndexOf(grouping) + 1);
    const once = whole.split(grouping).length === 2;
    if (once && last.length <= digits) return toMinor(whole.slice(0, -last.length - 1), last, digits);
    return grouped(whole, grouping) ? toMinor(whole, '', digits) : null;
  }
  if (part.length > digits) return null;
  return toMinor(whole, part, digits);
}

/** Indian grouping has pairs before the last three. */
function grouped(text: string, mark: string): boolean {
  const [first = '', ...parts] = text.split(mark);
  return (
    first.length <= 3 &&
    parts.at(-1)?.length === 3 &&
    parts.slice(0, -1).every(({ length }) => length === 2 || length === 3)
  );
}

function toMinor(whole: string, part: string, digits: number): number {
  return Number(whole.replace(/\D/g, '') + part.padEnd(digits, '0'));
}
