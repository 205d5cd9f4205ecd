import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

/** Rolled-up figures stay as they are. */
const isOpen = 't.delayed or not report_delayed(t.quarter)';
const times = `insert into report_times as t (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id,
     assignee_group_id, delayed, failed, window_saved, window_quarter)`;
const keepAssignment = `on conflict (client_id, source_id) do update set seconds = excluded.seconds,
     window_saved = excluded.window_saved, window_quarter = excluded.window_quarter
   where (t.seconds, t.window_saved, t.window_quarter)
     is distinct from (excluded.seconds, excluded.window_saved, excluded.window_quarter) and (${isOpen})`;

/*
 * Replies among new messages, and the outgoing message that follows each of these: one that is stored late changes how
 * long the customer had waited for it. An answer to the question for a rating waits for none. A wait begins with the first unanswered message of a customer and ends with the
 * next outgoing message; it counts when that is a reply, as in `team.list_reply_times`.
 */
const repliesStatement = statement(
  'reports.put_replies',
  `with given as materialized (
     select m.* from unnest($2::uuid[]) as x(id) cross join lateral (
       select id, thread_id, direction, sort_at from shared_messages where client_id = $1 and id = x.id offset 0) m
   ), ended as materialized (
     select id from given where direction = 'OUTGOING'
     union
     select n.id from given g cross join lateral (
       select id from shared_messages where client_id = $1 and thread_id = g.thread_id and direction = 'OUTGOING'
         and (sort_at, id) > (g.sort_at, g.id) order by sort_at, id limit 1) n
   ), placed as materialized (
     select r.*, before.direction = 'INCOMING' as is_reply, before.at as heard_at, coalesce(answered.sort_at, '-infinity') as since_at,
       coalesce(answered.id, '00000000-0000-0000-0000-000000000000') as since_id
     from ended cross join lateral (
       select id, thread_id, source, status, created_by, created_at, sort_at from shared_messages
       where client_id = $1 and id = ended.id offset 0
     ) r
     left join lateral (
       select direction, "timestamp" as at from shared_messages where client_id = $1 and thread_id = r.thread_id
         and (sort_at, id) < (r.sort_at, r.id) and not coalesce('rating' = any(flags), false)
       order by sort_at desc, id desc limit 1
     ) before on true
     left join lateral (
       select sort_at, id from shared_messages where client_id = $1 and thread_id = r.thread_id and direction = 'OUTGOING'
         and (sort_at, id) < (r.sort_at, r.id) order by sort_at desc, id desc limit 1
     ) answered on true
     where r.source = 'INBOX' and r.created_by <> 'agent'
   ), gone as (
     delete from report_times t where t.client_id = $1
       and t.source_id = any(array(select id from placed where is_reply is not true)) and (${isOpen})
   )
   ${times}
   select $1, p.id, 'reply', report_quarter(p.sort_at), report_seconds(p.created_at - began.at), c.channel_id,
     report_member(p.created_by), c.assignee_id, c.assignee_group_id, $3 and report_delayed(report_quarter(p.sort_at)), p.status = -1,
     w.saved, case when w.saved is not null then report_quarter(p.heard_at + interval '24 hours') end
   from placed p cross join lateral (
     select channel_id, assignee_id, assignee_group_id from shared_threads where client_id = $1 and id = p.thread_id offset 0
   ) c cross join lateral (
     select "timestamp" as at from shared_messages where client_id = $1 and thread_id = p.thread_id and direction = 'INCOMING'
       and (sort_at, id) > (p.since_at, p.since_id) and not coalesce('rating' = any(flags), false) order by sort_at, id limit 1
   ) began cross join lateral (
     select case when p.created_at < p.heard_at + interval '22 hours' then null
       when p.created_at < p.heard_at + interval '24 hours' then true
       -- What was done needed no reply.
       when exists (select from shared_thread_events e where e.client_id = $1 and e.thread_id = p.thread_id and e.kind = 'done'
         and e.at >= p.heard_at and e.at < p.heard_at + interval '24 hours') then null
       else false end as saved
   ) w
   where p.is_reply
   ${keepAssignment}`,
);
export async function putReplies(tx: TenantTx, messages: readonly string[], mayDelay: boolean): Promise<void> {
  await tx.run(replanned(repliesStatement), [tx.clientId, messages, mayDelay]);
}

const failedStatement = statement(
  'reports.set_failed_replies',
  `update report_times t set failed = not t.failed where t.client_id = $1 and (${isOpen}) and t.source_id = any(array(
     select x.id from unnest($2::uuid[]) as x(id) cross join lateral (
       select status = -1 as failed from shared_messages where client_id = $1 and id = x.id and direction = 'OUTGOING' offset 0
     ) m cross join lateral (
       select failed from report_times where client_id = $1 and source_id = x.id and kind = 'reply' offset 0
     ) r where r.failed <> m.failed))`,
);
/** Replies fail after they were counted, and are sent again. */
export async function setFailedReplies(tx: TenantTx, messages: readonly string[]): Promise<void> {
  await tx.run(replanned(failedStatement), [tx.clientId, messages]);
}

/* A conversation is open since it was created or last reopened, until it is done. */
const resolutionsStatement = statement(
  'reports.put_resolutions',
  `with given as materialized (
     select e.* from unnest($2::uuid[]) as x(id) cross join lateral (
       select id, thread_id, kind, at from shared_thread_events where client_id = $1 and id = x.id offset 0) e
   ), ended as materialized (
     select id from given where kind = 'done'
     union
     select n.id from given g cross join lateral (
       select id from shared_thread_events where client_id = $1 and thread_id = g.thread_id and kind = 'done'
         and (at, id) > (g.at, g.id) order by at, id limit 1) n
     where g.kind = 'reopened'
   )
   ${times}
   select $1, e.id, 'resolution', report_quarter(e.at), report_seconds(e.at - coalesce(reopened.at, c.created_at)),
     c.channel_id, report_member(e.created_by), c.assignee_id, c.assignee_group_id, $3 and report_delayed(report_quarter(e.at)), false,
     null, null
   from ended cross join lateral (
     select id, thread_id, at, created_by from shared_thread_events where client_id = $1 and id = ended.id offset 0
   ) e cross join lateral (
     select channel_id, assignee_id, assignee_group_id, created_at from shared_threads
     where client_id = $1 and id = e.thread_id offset 0
   ) c left join lateral (
     select at from shared_thread_events where client_id = $1 and thread_id = e.thread_id and kind = 'reopened'
       and (at, id) < (e.at, e.id) order by at desc, id desc limit 1
   ) reopened on true
   ${keepAssignment}`,
);
export async function putResolutions(tx: TenantTx, events: readonly string[], mayDelay: boolean): Promise<void> {
  await tx.run(replanned(resolutionsStatement), [tx.clientId, events, mayDelay]);
}
