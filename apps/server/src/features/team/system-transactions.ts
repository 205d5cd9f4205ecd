import type { Executor, Transaction } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Users and their emails belong to no account, and an invitation is opened before its account is known: a transaction
 * of the role that crosses accounts. Every statement in it names its account.
 */
export function transactAcrossAccounts<T>(platform: Platform, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  return platform.db.system.transaction('team', fn);
}

/** The same for single statements. */
export function statementsAcrossAccounts(platform: Platform): Executor {
  return platform.db.system.statements('team');
}
