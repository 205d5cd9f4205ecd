import { createHmac } from 'node:crypto';

import { escapeAsMeta } from './meta-json.ts';

export type SignedBody = {
  /** The bytes to post. */
  body: Buffer;
  /** Value of the `X-Hub-Signature-256` header. */
  signature: string;
};

/**
 * Signs a webhook body with an app secret.
 * @param payload bytes are signed unchanged; any other value is first serialized like Meta's JSON
 */
export function signedBody(payload: unknown, secret: string): SignedBody {
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(escapeAsMeta(JSON.stringify(payload)), 'latin1');
  return { body, signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}
