import { type Account, clockOf } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { growLimit, limitDueMs } from './messaging-limit.ts';
import { endPauses, pauseDueMs } from './quality.ts';

/**
 * Brings about what only time brings: pauses that end, limits that grow. Called when an account is used and when its
 * clock is moved; cheap while nothing is due.
 */
export function passTime(core: Core, account: Account): void {
  const due = account.number.next_time_ms;
  if (due === null || due > clockOf(account)) return;
  endPauses(core, account);
  growLimit(core, account);
  const dues = [pauseDueMs(account), limitDueMs(account)].filter((due) => due !== null);
  account.number = { ...account.number, next_time_ms: dues.length === 0 ? null : Math.min(...dues) };
  core.books.write(() => core.accounts.save(account));
}
