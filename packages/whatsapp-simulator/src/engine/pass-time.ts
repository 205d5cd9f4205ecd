import { type Account, clockOf } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { limitDueMs, raiseLimit } from './messaging-limit.ts';
import { endPauses, pauseDueMs } from './quality.ts';

/**
 * Applies the effects of elapsed time: pauses that end, limits that grow. Called when an account is used and when its
 * clock is moved; cheap while nothing is due.
 */
export function applyElapsedTime(core: Core, account: Account): void {
  const due = account.number.next_time_ms;
  if (due === null || due > clockOf(account)) return;
  endPauses(core, account);
  raiseLimit(core, account);
  const dues = [pauseDueMs(account), limitDueMs(account)].filter((due) => due !== null);
  account.number = { ...account.number, next_time_ms: dues.length === 0 ? null : Math.min(...dues) };
  core.database.write(() => core.accounts.save(account));
}
