import type { Account } from '../storage/accounts.ts';

/** Something is due at this time of the account's clock. Save the account afterwards. */
export function scheduleWakeUp(account: Account, atMs: number): void {
  const next_time_ms = Math.min(account.number.next_time_ms ?? Number.POSITIVE_INFINITY, atMs);
  account.number = { ...account.number, next_time_ms };
}
