import { createHmac } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';
import type { Secrets } from '../../platform/secrets.ts';

/**
 * Credentials of a channel; encrypted at rest, never returned. Of a SESSION channel `app_secret` is the secret that
 * signs both ways, and there is no access token. `previous` are those before the last rotation.
 */
export type Credentials = {
  access_token: string;
  app_secret: string;
  verify_token: string;
  previous?: { access_token: string; app_secret: string };
};
type Named = 'access_token' | 'app_secret' | 'verify_token';

const place = (clientId: string, channelId: string) => `channels.credentials:${clientId}:${channelId}`;

export function sealCredentials(secrets: Secrets, clientId: string, channelId: string, value: Credentials): Buffer {
  return secrets.seal(JSON.stringify(value), place(clientId, channelId));
}

/** @throws AppError unavailable when they were sealed with a key that the server does not have */
export function openCredentials(secrets: Secrets, clientId: string, channelId: string, sealed: Buffer): Credentials {
  try {
    return JSON.parse(secrets.open(sealed, place(clientId, channelId))) as Credentials;
  } catch (cause) {
    const message =
      'The stored credentials of this channel can’t be opened: the server’s SECRET_KEY is another one than before. Have the operator set it as it was, or remove the channel and connect the number again.';
    throw new AppError('unavailable', { message, cause });
  }
}

export function last4Of(value: Credentials): Record<Named, string> {
  const tail = (text: string) => (text.length > 8 ? text.slice(-4) : '');
  return {
    access_token: tail(value.access_token),
    app_secret: tail(value.app_secret),
    verify_token: tail(value.verify_token),
  };
}

/** Groups channels by app secret without storing the secret readable. */
export function secretHash(secrets: Secrets, appSecret: string): Buffer {
  return createHmac('sha256', secrets.derive('app secret groups')).update(appSecret).digest();
}
