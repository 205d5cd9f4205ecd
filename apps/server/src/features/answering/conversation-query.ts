import { statement, type TenantTx } from '../../platform/db/sql.ts';

/** What decides whether the assistant answers a message of a customer. */
export type Conversation = {
  thread_id: string;
  channel_id: string;
  contact_id: string;
  type: string;
  content: Record<string, unknown>;
  is_newest: boolean;
  window_open: boolean;
  opted_out: boolean;
  is_assigned: boolean;
  /** Who has it was chosen by the account's rule alone. */
  by_rule: boolean;
  /** Whether it was given to the assistant or handed over, since it was last done or assigned; null: neither. */
  assistant_on: boolean | null;
  member_wrote: boolean;
  /** Of the assistant, since then. */
  answers: number;
  automation: 'running' | 'waiting' | null;
  /** No worker looked at it for ten minutes. */
  is_late: boolean;
  bot_stopped: boolean;
};

// The rule's assignments decide nothing: it gives conversations to members before the assistant can look at them.
const conversationStatement = statement(
  'answering.find_conversation',
  `select m.thread_id, m.channel_id, t.contact_id, m.type, m.content,
     t.last_message_id is not distinct from m.id as is_newest,
     c.kind = 'SESSION' or t.window_expires_at > now() + c.clock_offset_ms * interval '1 millisecond' as window_open,
     k.opted_out_at is not null as opted_out,
     t.assignee_id is not null or t.assignee_group_id is not null as is_assigned,
     coalesce(g.by_rule, false) as by_rule,
     case when e.kind = 'assistant' then e.is_on end as assistant_on,
     coalesce(o.member, false) as member_wrote, coalesce(o.answers, 0)::int as answers,
     case when r.running then 'running' when r.running is not null then 'waiting' end as automation,
     coalesce(w.created_at < now() - interval '10 minutes', false) as is_late,
     exists (select from shared_automation_stops s where s.client_id = $1 and s.thread_id = t.id) as bot_stopped
   from shared_messages m join shared_threads t on t.client_id = $1 and t.id = m.thread_id and t.group_id is null
   join shared_channels c on c.client_id = $1 and c.id = m.channel_id
   join shared_contacts k on k.client_id = $1 and k.id = t.contact_id
   left join answering_messages w on w.client_id = $1 and w.message_id = m.id
   left join lateral (
     select v.kind, v.at, (v.detail->>'on')::boolean as is_on from shared_thread_events v
     where v.client_id = $1 and v.thread_id = t.id
       and (v.kind in ('assistant', 'done') or v.kind = 'assigned' and not v.detail ? 'by_rule')
     order by v.at desc, v.kind = 'assistant' desc, v.id desc limit 1) e on true
   left join lateral (
     select v.detail ? 'by_rule' as by_rule from shared_thread_events v
     where v.client_id = $1 and v.thread_id = t.id and v.kind = 'assigned' order by v.at desc, v.id desc limit 1) g on true
   left join lateral (
     select count(*) filter (where x.created_by = 'ai') as answers,
       bool_or(x.source in ('INBOX', 'COMPOSE') and x.type <> 'template' and x.created_by not in ('bot', 'agent', 'ai')
         and x.created_by not like 'api:%') as member
     from (select created_by, created_at, source, type, direction from shared_messages
       where client_id = $1 and thread_id = t.id order by sort_at desc, id desc limit 500) x
     where x.direction = 'OUTGOING' and x.created_at > coalesce(e.at, '-infinity')) o on true
   left join lateral (
     select bool_or(a.state in ('RUNNING', 'CALLING')) as running from shared_automation_runs a
     where a.client_id = $1 and a.thread_id = t.id and a.ended_at is null) r on true
   where m.client_id = $1 and m.id = $2`,
);
/** @returns null when the message is gone, and in groups, where the assistant does not answer */
export async function findConversationOf(tx: TenantTx, messageId: string): Promise<Conversation | null> {
  const [row] = await tx.rows<Conversation>(conversationStatement, [tx.clientId, messageId]);
  return row ?? null;
}

const ownStatement = statement(
  'answering.list_own_threads',
  `select t.id from (
     select id from shared_threads
     where client_id = $1 and state = 'ACTIVE' and assignee_id is null and assignee_group_id is null
       and channel_id = any($2) and last_message_at is not null
     order by last_message_at desc, id desc limit 200) t
   left join lateral (
     select v.kind, v.at, (v.detail->>'on')::boolean as is_on from shared_thread_events v
     where v.client_id = $1 and v.thread_id = t.id
       and (v.kind in ('assistant', 'done') or v.kind = 'assigned' and not v.detail ? 'by_rule')
     order by v.at desc, v.kind = 'assistant' desc, v.id desc limit 1) e on true
   join lateral (
     select bool_or(x.created_by = 'ai') as answered,
       bool_or(x.source in ('INBOX', 'COMPOSE') and x.type <> 'template' and x.created_by not in ('bot', 'agent', 'ai')
         and x.created_by not like 'api:%') as member
     from (select created_by, created_at, source, type, direction from shared_messages
       where client_id = $1 and thread_id = t.id order by sort_at desc, id desc limit 50) x
     where x.direction = 'OUTGOING' and x.created_at > coalesce(e.at, '-infinity')) o on o.member is not true
   where case when e.kind = 'assistant' then e.is_on else o.answered end`,
);
/** Conversations given to the assistant, or that it answers, and that no member wrote in since. */
export async function listOwnThreads(tx: TenantTx, channelIds: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(ownStatement, [tx.clientId, channelIds])).map(({ id }) => id);
}

const newestStatement = statement(
  'answering.find_newest_incoming',
  `select m.id from shared_messages m where m.client_id = $1 and m.thread_id = $2 and m.direction = 'INCOMING'
     and m.type not in ('system', 'unsupported') order by m.sort_at desc, m.id desc limit 1`,
);
export async function findNewestIncoming(tx: TenantTx, threadId: string): Promise<string | null> {
  const [row] = await tx.rows<{ id: string }>(newestStatement, [tx.clientId, threadId]);
  return row?.id ?? null;
}
