import { randomInt } from 'node:crypto';

/** Without letters and digits that are taken for each other. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 6;
const reference = /\bref[\s:.#]+([A-HJ-NP-Z2-9]{6})(?![A-Za-z0-9])/i;

export function createCode(): string {
  return Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** What the customer sends. */
export function messageOf({ text, code }: { text: string; code: string }): string {
  return `${text} (ref ${code})`;
}

/** The reference in a received text, however the customer wrote around it. */
export function findCode(text: string): string | null {
  return reference.exec(text)?.[1]?.toUpperCase() ?? null;
}
