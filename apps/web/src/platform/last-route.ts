import { type AccountKey, accountValues, deviceStorage } from './storage.ts';

const name = 'last-route';

/** Notes where somebody was in an account, for the next time they come to it. @param href path, query and fragment */
export function noteLastRoute(account: AccountKey, href: string): void {
  accountValues(deviceStorage, account).write(name, href);
}

/** Where somebody was last in an account, or the inbox. */
export function lastRouteOf(account: AccountKey): string {
  const kept = accountValues(deviceStorage, account).read(name);
  return typeof kept === 'string' && /^\/(?![/\\])/.test(kept) ? kept : '/inbox';
}
