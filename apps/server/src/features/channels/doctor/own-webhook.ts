import { randomInt } from 'node:crypto';
import { findAddressFormatProblem } from '../../../platform/outbound/address.ts';

/** The result of calling our own webhook at its public address. */
export type WebhookReachability = { ok: true; publicly: boolean } | { ok: false; reason: string };

const timeoutMs = 6_000;

/**
 * Does the provider's handshake with this server by the public address, which tests DNS, route and certificate.
 * @param verifyToken null for a channel without a handshake: then our refusal of an unsigned call is enough
 */
export async function checkWebhookReachable(address: string, verifyToken: string | null): Promise<WebhookReachability> {
  const url = new URL(address);
  const challenge = String(randomInt(100_000_000, 2_000_000_000));
  if (verifyToken !== null) {
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.verify_token', verifyToken);
    url.searchParams.set('hub.challenge', challenge);
  }
  try {
    const response = await fetch(url, {
      method: verifyToken === null ? 'POST' : 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = (await response.text()).slice(0, 200);
    const problem = verifyToken === null ? problemOfPost(response) : problemOfHandshake(response, text, challenge);
    if (problem !== null) return { ok: false, reason: problem };
    return { ok: true, publicly: url.protocol === 'https:' && findAddressFormatProblem(address, []) === null };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = (cause as { code?: unknown }).code;
    return { ok: false, reason: typeof code === 'string' ? code : 'no answer' };
  }
}

function problemOfHandshake(response: Response, text: string, challenge: string): string | null {
  if (response.status !== 200) return `HTTP ${response.status}`;
  return text === challenge ? null : 'another server answered';
}

function problemOfPost(response: Response): string | null {
  const ours = response.status === 401 && (response.headers.get('content-type') ?? '').includes('application/json');
  return ours ? null : `HTTP ${response.status}`;
}
