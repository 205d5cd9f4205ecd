import { unrestricted } from '@parley/contract/rights';
import { limitsOf } from '../../platform/auth/authenticate.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { type Visibility, visibilityOf } from './visibility.ts';
import { listSeers } from './visibility-repo.ts';

/** Of everybody who may be in the account, who sees a conversation. */
export async function audienceOf(
  tx: TenantTx,
  thread: Parameters<Visibility['seesThread']>[0],
): Promise<{ user_id: string; sees: boolean }[]> {
  const seers = await listSeers(tx);
  return seers.map((row) => {
    const restrictions = row.role === 'User' ? limitsOf(row) : unrestricted;
    const view = visibilityOf({
      kind: 'user',
      uid: row.user_id,
      role: row.role,
      restrictions,
      groupIds: row.group_ids,
    });
    return { user_id: row.user_id, sees: view.seesThread(thread) };
  });
}
