import { type AccountKey, accountValues, deviceStorage } from './storage.ts';

const name = 'last-route';

/** Stores the last page of an account, for the next visit. @param href path, query and fragment */
export function saveLastRoute(account: AccountKey, href: string): void {
  accountValues(deviceStorage, account).write(name, href);
}

/** The last page of an account. */
export function getLastRoute(account: AccountKey): string | null {
  const kept = accountValues(deviceStorage, account).read(name);
  return typeof kept === 'string' && /^\/(?![/\\])/.test(kept) ? kept : null;
}
