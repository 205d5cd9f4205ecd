import type { WhatsAppClient } from '@parley/whatsapp-client';
import type { Credentials } from './credentials.ts';

/** Refused because of the token or its permissions; the call certainly had no effect. */
const tokenCodes = new Set([0, 3, 10, 104, 190, 131005]);
/** A token that was refused a moment ago is not tried before every message. */
const rememberMs = 60_000;

export type TokenOverlap = { current: string; previous: string; untilMs: number };

/** The token before the last rotation, while it is good as well; null when there is none of use. */
export function tokenOverlapOf(
  { access_token: present, previous }: Credentials,
  previousUntil: Date | null,
): TokenOverlap | null {
  if (previous === undefined || previousUntil === null || previousUntil.getTime() <= Date.now()) return null;
  if (previous.access_token === '' || previous.access_token === present) return null;
  return { current: present, previous: previous.access_token, untilMs: previousUntil.getTime() };
}

/** Whether WhatsApp refused the token before it processed the call. */
export function isTokenRefused(outcome: unknown): boolean {
  const { kind, error, httpStatus } = (outcome ?? {}) as {
    kind?: string;
    error?: { code?: number | null };
    httpStatus?: number;
  };
  if (kind !== 'failed') return false;
  const code = error?.code;
  // A file's address reports only a status.
  if (code == null) return httpStatus === 401;
  return tokenCodes.has(code) || (code >= 200 && code <= 299);
}

type TokenCall = (input: { accessToken: string }) => Promise<unknown>;

/**
 * The same client, which makes a call again with the token before the rotation when the present one is refused. Such a
 * refusal is certain, so nothing is done twice.
 */
export function withPreviousToken<Client extends Partial<WhatsAppClient>>(
  client: Client,
  overlap: TokenOverlap,
): Client {
  let refusedUntil = Number.NEGATIVE_INFINITY;

  async function call(make: TokenCall, input: { accessToken: string }): Promise<unknown> {
    if (input.accessToken !== overlap.current || Date.now() >= overlap.untilMs) return make(input);
    const earlier = () => make({ ...input, accessToken: overlap.previous });
    if (performance.now() < refusedUntil) {
      const outcome = await earlier();
      if (!isTokenRefused(outcome)) return outcome;
      refusedUntil = Number.NEGATIVE_INFINITY;
      return make(input);
    }
    const outcome = await make(input);
    if (!isTokenRefused(outcome)) return outcome;
    const second = await earlier();
    // Both were refused: the error about the present one is what the operator has to fix.
    if (isTokenRefused(second)) return outcome;
    refusedUntil = performance.now() + rememberMs;
    return second;
  }

  return new Proxy(client, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'close') return value;
      return (input: { accessToken: string }) => call((one) => Reflect.apply(value, target, [one]), input);
    },
  });
}
