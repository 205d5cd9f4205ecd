import { createHmac } from 'node:crypto';
import { webhookKey } from '../../../platform/outbound/sign-webhook.ts';

/*
 * The open protocol between Parley and an adapter, described in docs/session-protocol.md. Signatures follow the
 * Standard Webhooks convention in both directions.
 */

/** The adapter's response to a challenge, which shows that it has the secret: HMAC-SHA256 of the challenge, hex. */
export function answerToChallenge(secret: string, challenge: string): string {
  return createHmac('sha256', webhookKey(secret)).update(challenge).digest('hex');
}
