import { unrestricted } from '@parley/contract/permissions';
import type { Role } from '@parley/contract/types';
import { limitsOf } from '../../platform/auth/authenticate.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { type Visibility, visibilityOf } from './visibility.ts';
import { listViewers } from './visibility-repo.ts';

/** The members who can see a conversation, among all active ones. */
export async function listThreadViewers(
  tx: TenantTx,
  thread: Parameters<Visibility['canSeeThread']>[0],
): Promise<{ user_id: string; sees: boolean }[]> {
  return (await listMemberViews(tx)).map(({ user_id, view }) => ({ user_id, sees: view.canSeeThread(thread) }));
}

/** All active members with what each of them sees. */
export async function listMemberViews(
  tx: TenantTx,
): Promise<{ user_id: string; role: Role; group_ids: readonly string[]; view: Visibility }[]> {
  const viewers = await listViewers(tx);
  return viewers.map((row) => {
    const restrictions = row.role === 'User' ? limitsOf(row) : unrestricted;
    const view = visibilityOf({
      kind: 'user',
      uid: row.user_id,
      role: row.role,
      restrictions,
      groupIds: row.group_ids,
    });
    return { user_id: row.user_id, role: row.role, group_ids: row.group_ids, view };
  });
}
