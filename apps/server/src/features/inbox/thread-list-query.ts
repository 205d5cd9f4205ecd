import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type ThreadRow, threadSelect } from '../messaging/public.ts';

export type ThreadFilter = {
  state?: 'ACTIVE' | 'DONE' | undefined;
  assignee?: string | 'none' | undefined;
  groupId?: string | undefined;
  /** For members who see only threads assigned to them or to their groups. */
  visibleTo?: { uid: string; groupIds: readonly string[] } | undefined;
  channelId?: string | undefined;
  /** For members who see only some channels. */
  channelIds?: readonly string[] | undefined;
};
export type ThreadPosition = { at: Date; id: string };

const order = 'order by t.last_message_at desc nulls last, t.id desc limit $4';
const listTail = `and (t.last_message_at, t.id) < ($2, $3) ${order}`;
// One statement per combination, so that each uses its own index.
const listKinds = ['', 's'].flatMap((state) =>
  ['', 'a', 'n', 'g', 'ag'].flatMap((assignee) => ['', 'c', 'm'].map((channel) => `${state}${assignee}${channel}`)),
);
const listStatements = new Map(
  listKinds.map((kind) => {
    let next = 5;
    const conditions = [
      kind.includes('s') ? `and t.state = $${next++}` : '',
      kind.includes('a') ? `and t.assignee_id = $${next++}` : '',
      kind.includes('n') ? 'and t.assignee_id is null and t.assignee_group_id is null' : '',
      kind.includes('g') ? `and t.assignee_group_id = $${next++}` : '',
      kind.includes('c') ? `and t.channel_id = $${next++}` : '',
      kind.includes('m') ? `and t.channel_id = any($${next++})` : '',
    ].join(' ');
    return [
      kind,
      statement(
        `inbox.list_threads_${kind || 'all'}`,
        `${threadSelect} where t.client_id = $1 ${conditions} ${listTail}`,
      ),
    ] as const;
  }),
);

// The member's own threads and those of their groups, each read from its index up to the page size, then merged.
const visibleToStatements = new Map(
  ['', 's'].flatMap((state) =>
    ['', 'c', 'm'].map((channel) => {
      let next = 7;
      const conditions = [
        state === 's' ? `and t.state = $${next++}` : '',
        channel === 'c' ? `and t.channel_id = $${next++}` : '',
        channel === 'm' ? `and t.channel_id = any($${next++})` : '',
      ].join(' ');
      const some = (which: string) =>
        `(select t.id from shared_threads t where t.client_id = $1 ${which} ${conditions} ${listTail})`;
      const own = some('and t.assignee_id = $5');
      const ofGroups = some('and t.assignee_group_id = any($6)');
      return [
        `${state}${channel}`,
        statement(
          `inbox.list_visible_threads_${state}${channel}`,
          `${threadSelect} where t.client_id = $1 and t.id = any(array(${own} union ${ofGroups})) ${order}`,
        ),
      ] as const;
    }),
  ),
);

/** Latest activity first; threads without a message are not listed. */
export function listThreads(
  tx: TenantTx,
  filter: ThreadFilter,
  before: ThreadPosition,
  limit: number,
): Promise<ThreadRow[]> {
  const { visibleTo } = filter;
  const values: unknown[] = [tx.clientId, before.at, before.id, limit];
  if (visibleTo !== undefined) values.push(visibleTo.uid, visibleTo.groupIds);
  let kind = '';
  if (filter.state !== undefined) {
    kind += 's';
    values.push(filter.state);
  }
  if (filter.assignee === 'none') kind += 'n';
  else if (filter.assignee !== undefined) {
    kind += 'a';
    values.push(filter.assignee);
  }
  if (filter.groupId !== undefined) {
    kind += 'g';
    values.push(filter.groupId);
  }
  if (filter.channelId !== undefined) {
    kind += 'c';
    values.push(filter.channelId);
  } else if (filter.channelIds !== undefined) {
    kind += 'm';
    values.push(filter.channelIds);
  }
  const chosen = (visibleTo === undefined ? listStatements : visibleToStatements).get(kind);
  if (chosen === undefined) throw new Error(`no thread list for ${kind}`);
  return tx.rows(chosen, values);
}
