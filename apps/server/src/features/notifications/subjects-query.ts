import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { type MessageSummary, messageSummary } from '../messaging/public.ts';
import type { SubjectRow } from './occasions.ts';

/** SQL: the members who muted a thread `t`. */
export const mutedBy = `array(select mute.key from jsonb_each_text(t.mutes) mute where mute.value::timestamptz > now()) as muted_by`;

const subjectsStatement = statement(
  'notifications.list_subjects',
  `select 'message' as what, m.id, t.id as thread_id, t.channel_id, t.assignee_id, t.assignee_group_id, m.created_by,
     '{}'::uuid[] as user_ids, t.unread_count, ${mutedBy}
   from shared_messages m join shared_threads t on t.client_id = m.client_id and t.id = m.thread_id
   where m.client_id = $1 and m.id = any($2) and m.direction = 'INCOMING' and m.created_at > now() - interval '1 day'
     and not coalesce(m.extras ? 'standby', false)
     -- Of a call that was taken or declined a member knows.
     and not (m.type = 'call' and m.content->>'outcome' <> 'missed')
   union all
   -- A conversation that came to us is told with what its customer wrote last.
   select 'message', coalesce(m.id, e.id), t.id, t.channel_id, t.assignee_id, t.assignee_group_id, e.created_by, '{}', t.unread_count,
     ${mutedBy}
   from shared_thread_events e join shared_threads t on t.client_id = e.client_id and t.id = e.thread_id
   left join lateral (select id from shared_messages where client_id = $1 and thread_id = t.id and direction = 'INCOMING'
     order by sort_at desc, id desc limit 1) m on true
   where e.client_id = $1 and e.id = any($4) and e.kind = 'holder' and e.created_by = 'agent' and e.detail->>'holder' = 'us'
   union all
   select 'failed', m.id, t.id, t.channel_id, t.assignee_id, t.assignee_group_id, m.created_by, '{}', t.unread_count, ${mutedBy}
   from shared_messages m join shared_threads t on t.client_id = m.client_id and t.id = m.thread_id
   where m.client_id = $1 and m.id = any($5) and m.status = -1 and m.direction = 'OUTGOING' and m.source <> 'BROADCAST'
   union all
   select 'note', n.id, t.id, t.channel_id, t.assignee_id, t.assignee_group_id, n.created_by,
     array(select u.user_id from shared_note_mentions u where u.client_id = n.client_id and u.note_id = n.id
       and u.read_at is null and not exists (select from notifications told where told.client_id = u.client_id
         and told.user_id = u.user_id and told.thread_id = u.thread_id and told.subject_id = u.note_id)),
     t.unread_count, ${mutedBy}
   from shared_notes n join shared_threads t on t.client_id = n.client_id and t.id = n.thread_id
   where n.client_id = $1 and n.id = any($3) and n.deleted_at is null
   union all
   select e.kind, e.id, t.id, t.channel_id, t.assignee_id, t.assignee_group_id, e.created_by, '{}', t.unread_count, ${mutedBy}
   from shared_thread_events e join shared_threads t on t.client_id = e.client_id and t.id = e.thread_id
   where e.client_id = $1 and e.id = any($4) and e.kind in ('assigned', 'bot_loop')`,
);

/** What changed, in the order of the feed, with the conversation as it is now. */
export async function listSubjects(
  tx: TenantTx,
  ids: {
    messages: readonly string[];
    changedMessages: readonly string[];
    notes: readonly string[];
    events: readonly string[];
  },
): Promise<SubjectRow[]> {
  const found = await tx.rows<SubjectRow>(subjectsStatement, [
    tx.clientId,
    ids.messages,
    ids.notes,
    ids.events,
    ids.changedMessages,
  ]);
  // In the order of the feed: the newest of several is shown.
  const places = new Map([...ids.changedMessages, ...ids.notes, ...ids.events].map((id, at) => [id, at]));
  return found.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

const behindStatement = statement(
  'notifications.list_behind',
  `select c.client_id from shared_change_counters c join shared_clients a on a.id = c.client_id and a.deleted_at is null
   left join notification_feeds f on f.client_id = c.client_id
   where c.pos > coalesce(f.feed_pos, 0)`,
);

/** Accounts with changes that were not looked at. */
export async function listAccountsBehind(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(behindStatement)).map(({ client_id }) => client_id);
}

const noteStatement = statement(
  'notifications.find_note_texts',
  'select id, body from shared_notes where client_id = $1 and id = any($2) and deleted_at is null',
);

export async function findNoteTexts(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; body: string }>(noteStatement, [tx.clientId, ids]);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

const causesStatement = statement(
  'notifications.find_causes',
  `select n.id as notification_id, ${messageSummary}
   from jsonb_to_recordset($2::jsonb) as n(id uuid, kind text, thread_id uuid, subject_id uuid, at timestamptz)
   join lateral (
     select * from shared_messages where client_id = $1 and id = n.subject_id
     union all
     -- An assignment or a warning is about the conversation: it is told with what its customer had written last.
     (select * from shared_messages where client_id = $1 and thread_id = n.thread_id
        and n.kind in ('assigned', 'closing', 'due', 'overdue', 'resolve_due', 'resolve_overdue') and direction = 'INCOMING' and created_at <= n.at
        order by sort_at desc, id desc limit 1)
   ) m on true`,
);

/** The message that each notification shows, by the notification's id: its cause, or what was written before it. */
export async function findCauses(
  tx: TenantTx,
  rows: readonly { id: string; kind: string; thread_id: string | null; subject_id: string; at: Date }[],
): Promise<Map<string, MessageSummary>> {
  type Row = MessageSummary & { notification_id: string };
  const wanted = rows.map(({ id, kind, thread_id, subject_id, at }) => ({ id, kind, thread_id, subject_id, at }));
  const found = await tx.rows<Row>(causesStatement, [tx.clientId, JSON.stringify(wanted)]);
  return new Map(found.map(({ notification_id, ...message }) => [notification_id, message]));
}

const awayStatement = statement(
  'notifications.find_reader',
  `select m.email, m.name, coalesce(p.online_until > now(), false) as online
   from shared_client_users m left join shared_member_presence p on p.client_id = m.client_id and p.user_id = m.user_id
   where m.client_id = $1 and m.user_id = $2 and m.suspended_at is null`,
);

export async function findReader(
  tx: TenantTx,
  userId: string,
): Promise<{ email: string; name: string; online: boolean } | null> {
  const [row] = await tx.rows<{ email: string; name: string; online: boolean }>(awayStatement, [tx.clientId, userId]);
  return row ?? null;
}
