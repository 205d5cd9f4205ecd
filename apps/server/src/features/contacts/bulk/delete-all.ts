import { hasPermission } from '@parley/contract/permissions';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { requireRole } from '../../../platform/http/routing.ts';
import { contextWithoutFields } from '../query/selection-repo.ts';
import { countContacts } from '../query/table-repo.ts';

/** From this part of an account's contacts on, deleting them is deleting all: leaving one out changes nothing. */
const nearlyAll = 0.9;

/** Whether the actor may delete all contacts at once. */
export function mayDeleteAll({ role, restrictions, usersMayDeleteAllContacts }: AccountActor): boolean {
  const access = { role, restrictions, users_may_delete_all_contacts: usersMayDeleteAllContacts };
  return hasPermission(access, 'contacts.delete_all');
}

/**
 * Decided by the contacts that match, because one selection can be written in many ways.
 * @param matched how many would be deleted at once; two or more
 * @throws AppError('forbidden') when they are all contacts of the account and the actor may not delete all
 */
export async function refuseDeletingAll(tx: TenantTx, actor: AccountActor, matched: number): Promise<void> {
  if (matched < 2 || mayDeleteAll(actor)) return;
  const { count } = await countContacts(tx, contextWithoutFields, {}, 0);
  if (matched >= count * nearlyAll) requireRole(actor, 'contacts.delete_all');
}
