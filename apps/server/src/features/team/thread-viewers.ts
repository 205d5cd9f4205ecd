import { unrestricted } from '@parley/contract/permissions';
import { limitsOf } from '../../platform/auth/authenticate.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { type Visibility, visibilityOf } from './visibility.ts';
import { listViewers } from './visibility-repo.ts';

/** The members who can see a conversation, among all active ones. */
export async function listThreadViewers(
  tx: TenantTx,
  thread: Parameters<Visibility['canSeeThread']>[0],
): Promise<{ user_id: string; sees: boolean }[]> {
  const seers = await listViewers(tx);
  return seers.map((row) => {
    const restrictions = row.role === 'User' ? limitsOf(row) : unrestricted;
    const view = visibilityOf({
      kind: 'user',
      uid: row.user_id,
      role: row.role,
      restrictions,
      groupIds: row.group_ids,
    });
    return { user_id: row.user_id, sees: view.canSeeThread(thread) };
  });
}
