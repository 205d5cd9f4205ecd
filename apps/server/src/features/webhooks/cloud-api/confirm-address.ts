import { randomInt } from 'node:crypto';
import { invalid } from '../../../platform/errors.ts';
import { postExternal } from '../../../platform/outbound/post.ts';
import type { Platform } from '../../../platform/platform.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 4_096;

/**
 * Asks an address to answer with the challenge, as Meta does when a callback address is saved.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/create-webhook-endpoint
 * @throws AppError validation_failed when it does not
 */
export async function confirmAddress(platform: Platform, address: string, verifyToken: string): Promise<void> {
  const challenge = String(randomInt(1_000_000_000, 9_999_999_999));
  const url = new URL(address);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  const outcome = await postExternal({
    method: 'GET',
    url: url.href,
    headers: { 'user-agent': 'Parley-Webhooks/1' },
    body: Buffer.alloc(0),
    timeoutMs,
    maxAnswerBytes,
    allowed: platform.config.ALLOWED_PRIVATE_HOSTS,
  });
  if (outcome.kind !== 'answer')
    throw invalid('url', 'This address did not answer. Start your program, then try again.');
  if (outcome.status === 403) {
    throw invalid('verify_token', 'Your program refused this verify token (403). Enter the one that it expects.');
  }
  if (outcome.status !== 200 || outcome.body.toString('utf8').trim() !== challenge) {
    const msg = `This address did not confirm the webhook: it answered ${outcome.status}, and not with hub.challenge.`;
    throw invalid('url', msg);
  }
}
