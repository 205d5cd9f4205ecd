/** Decimal digits of all scripts are encoded from 0 to 9 in a row (Unicode, general category Nd). */
function latinDigit(digit: string): string {
  let start = digit.codePointAt(0) ?? 0;
  const code = start;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start--;
  return String((code - start) % 10);
}

/**
 * Typed or pasted text with the digits, plus signs, dashes and blanks of all scripts as ASCII, and without marks that
 * nobody sees: direction marks, joiners, soft hyphens, byte order marks (Unicode, general category Cf).
 */
export function plainText(text: string): string {
  if (/^[\t-~]*$/.test(text)) return text;
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .replaceAll(/\p{Nd}/gu, latinDigit)
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\p{Z}/gu, ' ');
}

/** Between numbers in a list: line ends, tabs, and the commas and semicolons of all scripts. */
export const betweenNumbers = /[\n\r\t,;|\u060c\u061b\u3001\uff0c\uff1b]+/;

/** The ASCII digits in a text, whatever script they were typed in. */
export function digitsIn(text: string): string {
  return plainText(text).replaceAll(/\D/g, '');
}

/** Whether a text is meant as a number rather than a name: digits, plus, and what people write between them. */
export function isNumberText(text: string): boolean {
  const plain = plainText(text);
  return digitsIn(plain).length >= 3 && /^[+\d\s()./-]+$/.test(plain);
}

/** What most numbers look like, which needs no rewriting. */
const alreadyPlain = /^(?:\+?[1-9]|0[1-9])[\d ()./-]*$/;

/**
 * A number as it was typed, in ASCII, with a plus in front of a country code that was written after a plus or 00 (some
 * write 000). Right to left, the plus may stand at the end.
 */
export function plainNumber(typed: string): string {
  if (alreadyPlain.test(typed)) return typed.trimEnd();
  return plainText(typed)
    .trim()
    .replace(/^([^+]*)\+$/, '+$1')
    .replace(/^(\(?)\s*(?:\++\s*(?:0{2,3}(?=[\s(-]*[1-9]))?|0{2,3}(?=[\s(-]*[1-9]))\s*/, '$1+');
}
