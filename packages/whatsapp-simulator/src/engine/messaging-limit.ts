import type { MessagingLimit } from '../control-types.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { enqueueField } from './updates.ts';
import { scheduleWakeUp } from './wake-up-time.ts';

const dayMs = 24 * 3600 * 1000;
/** Using half of a limit within this time leads to the next one. */
const growthMs = 7 * dayMs;
/** The delay until the next limit after half of it was used. */
const growthWaitMs = 6 * 3600 * 1000;

const tiers: readonly MessagingLimit[] = ['TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED'];
const contactLimits: Readonly<Record<MessagingLimit, number>> = {
  TIER_250: 250,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: Number.POSITIVE_INFINITY,
};

/** Contacts that the account may message outside of their windows within 24 hours. */
function limitOf(account: Account): number {
  return contactLimits[account.faults.messaging_limit ?? 'TIER_UNLIMITED'];
}

/**
 * Counts a contact messaged outside of their window.
 * @returns false when the limit of the last 24 hours is used up by others
 */
export function countReachedContact(core: Core, account: Account, phone: string): boolean {
  const limit = limitOf(account);
  if (limit === Number.POSITIVE_INFINITY) return true;
  const nowMs = clockOf(account);
  if (core.reached.countSince(account.key, nowMs - dayMs, phone) >= limit) return false;
  core.reached.note(account.key, phone, nowMs);
  if (account.number.half_used_ms === null && usedHalf(core, account)) {
    account.number = { ...account.number, half_used_ms: nowMs };
    scheduleWakeUp(account, nowMs + growthWaitMs);
    core.accounts.save(account);
  }
  return true;
}

function usedHalf(core: Core, account: Account): boolean {
  return core.reached.countSince(account.key, clockOf(account) - growthMs, '') >= limitOf(account) / 2;
}

/** When the next limit applies, by the account's clock. */
export function limitDueMs({ number }: Account): number | null {
  return number.half_used_ms === null ? null : number.half_used_ms + growthWaitMs;
}

/** Raises the limit when it is due and the number's quality allows it, and notifies the business. */
export function raiseLimit(core: Core, account: Account): void {
  const due = limitDueMs(account);
  if (due === null || due > clockOf(account)) return;
  account.number = { ...account.number, half_used_ms: null };
  const next = tiers[tiers.indexOf(account.faults.messaging_limit ?? 'TIER_UNLIMITED') + 1];
  if (next !== undefined && account.number.quality !== 'RED') {
    account.faults = { ...account.faults, messaging_limit: next };
    const value = { max_daily_conversations_per_business: next, max_phone_numbers_per_business: 20 };
    core.database.write(() => enqueueField(core, account, 'business_capability_update', value));
  }
  core.database.write(() => core.accounts.save(account));
}
