import type { ContactList } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Visibility } from './visibility.ts';
import { countVisibleMembers } from './visibility-repo.ts';

/** Lists as one actor may see them: their counts are of the contacts that the actor sees. */
export async function withVisibleCounts(
  tx: TenantTx,
  view: Visibility,
  lists: readonly ContactList[],
): Promise<ContactList[]> {
  const { assigneeId, channelIds, groupIds } = view;
  if (assigneeId === null || lists.length === 0) return [...lists];
  const ids = lists.map(({ id }) => id);
  const counts = new Map(
    (await countVisibleMembers(tx, { assigneeId, channelIds, groupIds }, ids)).map((row) => [row.id, row]),
  );
  return lists.map(({ sandbox_count: _all, ...list }) => {
    const { members = 0, sandbox = 0 } = counts.get(list.id) ?? {};
    return { ...list, member_count: members, ...(sandbox > 0 && { sandbox_count: sandbox }) };
  });
}
