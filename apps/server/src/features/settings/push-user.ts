import { createHmac } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';

/**
 * The user's OneSignal id, hex of 32 bytes: an HMAC of the uid, because any browser could sign in there under any id,
 * and members know each other's uids. null while no provider is configured.
 */
export function pushUserId({ config, secrets }: Pick<Platform, 'config' | 'secrets'>, uid: string): string | null {
  if (config.ONESIGNAL_APP_ID === undefined) return null;
  return createHmac('sha256', secrets.derive('push user')).update(uid).digest('hex');
}
