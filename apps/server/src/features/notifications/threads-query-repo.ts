import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const skipStatement = statement(
  'notifications.skip_restored_changes',
  `insert into notification_feeds (client_id, feed_pos) select client_id, pos from shared_change_counters
   on conflict (client_id) do update set feed_pos = excluded.feed_pos`,
);

/** After a restore: what happened before the backup was told before. */
export async function skipRestoredChanges(tx: Executor): Promise<void> {
  await tx.run(skipStatement);
}

const readThreads = statement(
  'notifications.read_threads',
  `update notifications n set read_at = now() from shared_threads t
   where n.client_id = $1 and n.thread_id = any($2) and n.read_at is null
     and t.client_id = n.client_id and t.id = n.thread_id
     and (case when n.kind in ('mine', 'unassigned', 'other')
       then unread_for(n.user_id::text, t.unread_count, t.received_count, t.reads, t.waiting_since, t.state) = 0
       when n.kind in ('due', 'overdue') then t.reply_due_at is null
       when n.kind in ('resolve_due', 'resolve_overdue') then t.resolve_due_at is null
       else n.kind = 'closing' and (t.waiting_since is null or t.state = 'DONE') end
       or n.kind in ('mine', 'unassigned', 'other', 'closing', 'due', 'overdue', 'resolve_due', 'resolve_overdue')
       and coalesce((t.mutes->>n.user_id::text)::timestamptz > now(), false))
   returning n.user_id`,
);

/**
 * Clears what tells members of messages that are no longer unread for them, of windows and due replies once they answered, and all of
 * that once they muted the thread. @returns the members
 */
export async function clearReadThreads(tx: TenantTx, threadIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ user_id: string }>(readThreads, [tx.clientId, threadIds]);
  return rows.map(({ user_id }) => user_id);
}

const unreadStatement = statement(
  'notifications.list_unread_threads',
  `select n.thread_id, n.in_app, t.channel_id, t.assignee_id, t.assignee_group_id
   from notifications n join shared_threads t on t.client_id = n.client_id and t.id = n.thread_id
   where n.client_id = $1 and n.user_id = $2 and n.read_at is null order by n.at desc`,
);

export type UnreadRow = {
  thread_id: string;
  in_app: boolean;
  channel_id: string;
  assignee_id: string | null;
  assignee_group_id: string | null;
};

/** What is unread, in conversations that were not merged into others. */
export function listUnread(tx: TenantTx, userId: string): Promise<UnreadRow[]> {
  return tx.rows(unreadStatement, [tx.clientId, userId]);
}
