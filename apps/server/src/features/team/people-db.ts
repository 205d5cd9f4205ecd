import type { Executor, Transaction } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * People and their letters belong to no account, and an invitation is opened before its account is known: a transaction of
 * the role that crosses accounts. Every statement in it names the account it is about.
 */
export function transactPeople<T>(platform: Platform, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  return platform.db.system.transaction('people', fn);
}

/** The same for single statements. */
export function peopleStatements(platform: Platform): Executor {
  return platform.db.system.statements('people');
}
