import { unrestricted } from '@parley/contract/permissions';
import type { Role } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { limitsOf } from '../../platform/auth/authenticate.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { type Visibility, visibilityOf } from './visibility.ts';
import { listViewers, type ViewerRow } from './visibility-repo.ts';

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
  const viewers = await listViewers(tx, null);
  return viewers.map((row) => {
    const { user_id, role, group_ids } = row;
    return { user_id, role, group_ids, view: visibilityOf(memberViewerOf(row)) };
  });
}

/** What decides about what a member sees, for work that is done for them later; null: not an active member. */
export async function findMemberViewer(tx: TenantTx, uid: string): Promise<MemberViewer | null> {
  const [row] = await listViewers(tx, uid);
  return row === undefined ? null : memberViewerOf(row);
}

export type MemberViewer = Pick<MemberActor, 'kind' | 'uid' | 'role' | 'restrictions' | 'groupIds'>;

function memberViewerOf(row: ViewerRow): MemberViewer {
  const restrictions = row.role === 'User' ? limitsOf(row) : unrestricted;
  return { kind: 'user', uid: row.user_id, role: row.role, restrictions, groupIds: row.group_ids };
}
