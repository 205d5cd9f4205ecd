import type { Feature } from '../../platform/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountHandlers, type ReceiveAvatar } from './handlers.ts';

/** The account itself: its details, its logo, and its end. */
export function createAccountsFeature(
  platform: Platform,
  { receiveAvatar }: { receiveAvatar: ReceiveAvatar },
): Feature {
  return { name: 'accounts', handlers: accountHandlers(platform, receiveAvatar) };
}

declare module '../../platform/db/system-callers.ts' {
  interface SystemCallers {
    /** A new account does not exist while it is being created; a logo is found by its URL. */
    accounts: true;
  }
}
