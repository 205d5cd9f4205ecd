import { feedCursors } from '../../../platform/db/feed-cursor-repo.ts';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

const behind = statement(
  'automations.list_accounts_behind',
  `select k.client_id from automation_cursors k cross join lateral (
     select pos from shared_change_counters where client_id = k.client_id offset 0) c where c.pos > k.pos`,
);
/** Accounts with automations whose change feed has moved. */
export async function listAccountsBehind(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(behind)).map((row) => row.client_id);
}

export const { lockCursor, moveCursor } = feedCursors('automations', 'automation_cursors', 'shared_change_counters');

const changesStatement = statement(
  'automations.list_changes',
  `select count(*)::int as n, min(pos) as first, max(pos) as last,
     coalesce(array_agg(row_id order by pos) filter (where collection = 'messages' and marker = 'NEW'), '{}') as messages,
     coalesce(array_agg(row_id order by pos) filter (where collection = 'thread_events'), '{}') as events
   from (select pos, collection, row_id, marker from shared_changes where client_id = $1 and pos > $2 order by pos limit $3) x`,
);
export type FeedBatch = {
  n: number;
  first: number | null;
  last: number | null;
  messages: string[];
  events: string[];
};
export async function listChanges(tx: TenantTx, pos: number, limit: number): Promise<FeedBatch> {
  const [row] = await tx.rows<FeedBatch>(changesStatement, [tx.clientId, pos, limit]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}

export type IncomingMessage = {
  id: string;
  thread_id: string;
  channel_id: string;
  type: string;
  content: Record<string, unknown>;
  extras: { referral?: Record<string, unknown> } | null;
  created_at: Date;
  /** No earlier message of the customer is in the thread. */
  first: boolean;
  /** It opted the customer out of marketing messages, or in again. */
  asks: 'opt_out' | 'opt_in' | null;
};

/*
 * Past messages of a number that was just connected, what is older than the reply window, answers to the question for a
 * rating, and what another sender of the number answers start nothing; who asks that sender for silence is heard.
 */
const messagesStatement = statement(
  'automations.list_incoming',
  `select m.id, m.thread_id, m.channel_id, m.type, m.content, m.extras, m.created_at,
     $3 and not exists (select from shared_messages p where p.client_id = $1 and p.thread_id = m.thread_id
       and p.direction = 'INCOMING' and (p.sort_at, p.id) < (m.sort_at, m.id)) as first,
     case when 'opt_out' = any(m.flags) then 'opt_out' when 'opt_in' = any(m.flags) then 'opt_in' end as asks
   from unnest($2::uuid[]) with ordinality as x(id, ord)
   cross join lateral (select * from shared_messages where client_id = $1 and id = x.id offset 0) m
   join shared_channels c on c.client_id = $1 and c.id = m.channel_id
   where m.direction = 'INCOMING' and m.type not in ('system', 'unsupported')
     and not coalesce('rating' = any(m.flags), false)
     and not (coalesce(m.extras ? 'standby', false) and not coalesce('opt_out' = any(m.flags), false))
     and not (m.type = 'call' and m.content->>'outcome' = 'answered')
     and m."timestamp" > c.created_at + c.clock_offset_ms * interval '1 millisecond' - interval '5 minutes'
     and m."timestamp" > now() + c.clock_offset_ms * interval '1 millisecond' - interval '24 hours'
   order by x.ord`,
);
/** @param withFirst whether `first` is needed */
export function listIncoming(tx: TenantTx, ids: readonly string[], withFirst: boolean): Promise<IncomingMessage[]> {
  return tx.rows(messagesStatement, [tx.clientId, ids, withFirst]);
}

const repliesStatement = statement(
  'automations.list_replied_broadcasts',
  `select m.id as message_id, h.campaign_id, (extract(epoch from m.sort_at - h.sort_at) / 3600)::float8 as hours
   from unnest($2::uuid[]) as x(id)
   cross join lateral (select id, thread_id, sort_at from shared_messages where client_id = $1 and id = x.id offset 0) m
   cross join lateral (
     select b.id, b.sort_at, r.campaign_id from shared_messages b
     join shared_campaign_recipients r on r.client_id = $1 and r.message_id = b.id
     where b.client_id = $1 and b.thread_id = m.thread_id and b.direction = 'OUTGOING' and b.sort_at <= m.sort_at
       and b.sort_at > m.sort_at - interval '30 days'
     order by b.sort_at desc, b.id desc limit 1) h
   where not exists (select from shared_messages p where p.client_id = $1 and p.thread_id = m.thread_id
     and p.direction = 'INCOMING' and p.sort_at > h.sort_at and (p.sort_at, p.id) < (m.sort_at, m.id))`,
);
/** The broadcasts that messages are the first reply to. */
export function listRepliedBroadcasts(
  tx: TenantTx,
  messageIds: readonly string[],
): Promise<Array<{ message_id: string; campaign_id: string; hours: number }>> {
  return tx.rows(repliesStatement, [tx.clientId, messageIds]);
}

const eventsStatement = statement(
  'automations.list_thread_events',
  `select e.id, e.thread_id, t.channel_id, e.kind, e.detail, e.at as created_at from unnest($2::uuid[]) with ordinality as x(id, ord)
   cross join lateral (select * from shared_thread_events where client_id = $1 and id = x.id offset 0) e
   join shared_threads t on t.client_id = $1 and t.id = e.thread_id
   where e.kind in ('done', 'reopened') or (e.kind in ('labels_changed', 'stage_changed') and e.created_by <> 'bot')
   order by x.ord`,
);
/** What happened to a conversation; labels and stages that automations set start none. */
export type ThreadEvent = { id: string; thread_id: string; channel_id: string; created_at: Date } & (
  | { kind: 'done' | 'reopened'; detail: object }
  | { kind: 'labels_changed'; detail: { added: string[] } }
  | { kind: 'stage_changed'; detail: { stage_id: string | null } }
);
export function listThreadEvents(tx: TenantTx, ids: readonly string[]): Promise<ThreadEvent[]> {
  return tx.rows(eventsStatement, [tx.clientId, ids]);
}

const memberRepliesStatement = statement(
  'automations.list_member_replies',
  `select x.id from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as x(id, thread_id, since)
   cross join lateral (
     select 1 from shared_messages m where m.client_id = $1 and m.thread_id = x.thread_id and m.direction = 'OUTGOING'
       and m.created_by <> 'bot' and m.source in ('INBOX', 'COMPOSE', 'API') and m.created_at > x.since
     order by m.sort_at desc, m.id desc limit 1) reply`,
);
/** The runs among these in whose thread a member answered since they started. */
export async function listMemberReplies(
  tx: TenantTx,
  runs: ReadonlyArray<{ id: string; thread_id: string; started_at: Date }>,
): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(memberRepliesStatement, [
    tx.clientId,
    runs.map(({ id }) => id),
    runs.map((run) => run.thread_id),
    runs.map((run) => run.started_at),
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a member answered in a thread since a time. */
export async function hasMemberReplied(tx: TenantTx, threadId: string, since: Date): Promise<boolean> {
  return (await listMemberReplies(tx, [{ id: threadId, thread_id: threadId, started_at: since }])).size > 0;
}
