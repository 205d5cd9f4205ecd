import { createHmac, timingSafeEqual } from 'node:crypto';

/*
 * The open protocol between Parley and an adapter, described in docs/session-protocol.md. Signatures follow the
 * Standard Webhooks convention in both directions.
 */

/** How far the clocks of both sides may differ, seconds: an older call may be somebody's recording. */
export const toleranceS = 300;

/** `whsec_` and 24 to 64 bytes in base64. */
export const secretShape = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

/** The bytes that sign, of a secret in its written form. */
function keyOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function signatureOf(secret: string, id: string, timestampS: string, body: Buffer): Buffer {
  return createHmac('sha256', keyOf(secret)).update(`${id}.${timestampS}.`).update(body).digest();
}

/** The headers of a signed call. @param nowMs milliseconds since 1970 */
export function signedHeaders(secret: string, id: string, body: Buffer, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(secret, id, timestamp, body).toString('base64')}`,
  };
}

export type SignedParts = { id: string; timestamp: string; signature: string; body: Buffer };

/**
 * Checks a signed call against every secret that is good now.
 * @returns what is wrong with it, or null
 */
export function problemOfSignature(
  parts: SignedParts,
  secrets: readonly string[],
  nowMs: number,
): 'signature' | 'clock' | null {
  const given = parts.signature.split(' ').flatMap((part) => {
    const [version, value] = part.split(',');
    return version === 'v1' && value ? [Buffer.from(value, 'base64')] : [];
  });
  const right = secrets.some((secret) => {
    const expected = signatureOf(secret, parts.id, parts.timestamp, parts.body);
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
  if (!right) return 'signature';
  const skewS = Math.abs(nowMs / 1_000 - Number(parts.timestamp));
  return skewS <= toleranceS ? null : 'clock';
}

/** What an adapter answers to a greeting, to show that it holds the secret: HMAC-SHA256 of the challenge, hex. */
export function answerToChallenge(secret: string, challenge: string): string {
  return createHmac('sha256', keyOf(secret)).update(challenge).digest('hex');
}
