import { randomInt } from 'node:crypto';

export const recoveryCodeCount = 10;
/** Without letters and digits that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
const length = 12;
const groupLength = 4;
const selectorLength = 4;

/** Codes like `k7mp-2wxr-9dha`, with different beginnings. */
export function newRecoveryCodes(): string[] {
  const codes = new Map<string, string>();
  while (codes.size < recoveryCodeCount) {
    const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
    codes.set(selectorOf(code), code);
  }
  return [...codes.values()].map((code) => code.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? code);
}

/** A code as it is compared, however it was typed; null for what cannot be one. */
export function normalizeRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return code.length === length && [...code].every((sign) => alphabet.includes(sign)) ? code : null;
}

/** By which a code is found; its other characters are only hashed. */
export function selectorOf(code: string): string {
  return code.slice(0, selectorLength);
}
