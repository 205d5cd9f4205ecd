import { timingSafeEqual } from 'node:crypto';
import { webhookSignature as signatureOf } from '../outbound/sign-webhook.ts';

/* Calls of other systems that are signed by the Standard Webhooks convention. */

/** How far the clocks of both sides may differ, seconds: an older call may be a replay. */
export const toleranceS = 300;

export type SignedParts = { id: string; timestamp: string; signature: string; body: Buffer };

/** What a call must have before its body is read: an id, a time, and a value of a signature's length. */
export function hasSignatureForm({ id, timestamp, signature }: Omit<SignedParts, 'body'>): boolean {
  return id !== '' && /^\d{1,12}$/.test(timestamp) && givenSignatures(signature).some((one) => one.length === 32);
}

function givenSignatures(header: string): Buffer[] {
  return header.split(' ').flatMap((part) => {
    const [version, value] = part.split(',');
    return version === 'v1' && value ? [Buffer.from(value, 'base64')] : [];
  });
}

/**
 * Checks a signed call against every secret that is good now.
 * @returns what is wrong with it, or null
 */
export function findSignatureProblem(
  parts: SignedParts,
  secrets: readonly string[],
  nowMs: number,
): 'signature' | 'clock' | null {
  const given = givenSignatures(parts.signature);
  const right = secrets.some((secret) => {
    const expected = signatureOf(secret, parts.id, parts.timestamp, parts.body);
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  if (!right) return 'signature';
  const skewS = Math.abs(nowMs / 1_000 - Number(parts.timestamp));
  return skewS <= toleranceS ? null : 'clock';
}
