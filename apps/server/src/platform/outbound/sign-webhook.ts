import { createHmac } from 'node:crypto';

/* Signatures by the Standard Webhooks convention. */

/** The bytes that sign, of a secret in its written form. */
export function webhookKey(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

export function webhookSignature(secret: string, id: string, timestampS: string, body: Buffer): Buffer {
  return createHmac('sha256', webhookKey(secret)).update(`${id}.${timestampS}.`).update(body).digest();
}

/** The headers of a signed call. @param nowMs milliseconds since 1970 */
export function signedHeaders(secret: string, id: string, body: Buffer, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${webhookSignature(secret, id, timestamp, body).toString('base64')}`,
  };
}
