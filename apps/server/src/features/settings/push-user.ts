import { createHmac } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';

/**
 * The name under which OneSignal knows a person, hex of 32 bytes: an HMAC of the uid, because in a browser anybody may log
 * in there under any name, and uids are known to colleagues. null while no provider is set up.
 */
export function pushUserId({ config, secrets }: Pick<Platform, 'config' | 'secrets'>, uid: string): string | null {
  if (config.ONESIGNAL_APP_ID === undefined) return null;
  return createHmac('sha256', secrets.derive('push user')).update(uid).digest('hex');
}
