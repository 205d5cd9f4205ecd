import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type ReplyTimes = {
  /** Seconds in the middle of all waits. */
  median_s: number;
  replies: number;
};

/*
 * A wait begins with the first unanswered message of a customer, and ends with the next outgoing message; it counts
 * for its author. A failed message answers nothing, and sandbox customers do not wait.
 */
const statementOfTimes = statement(
  'team.list_reply_times',
  `select r.created_by as user_id, count(*)::int as replies,
     round(percentile_cont(0.5) within group (
       order by greatest(0, extract(epoch from r.created_at - began.at))))::int as median_s
   from team_messages r
   cross join lateral (
     select b.direction from team_messages b
     where b.client_id = r.client_id and b.thread_id = r.thread_id and (b.sort_at, b.id) < (r.sort_at, r.id)
       and not coalesce('rating' = any(b.flags), false)
     order by b.sort_at desc, b.id desc limit 1
   ) before
   left join lateral (
     select o.sort_at, o.id from team_messages o
     where o.client_id = r.client_id and o.thread_id = r.thread_id and o.direction = 'OUTGOING'
       and (o.sort_at, o.id) < (r.sort_at, r.id)
     order by o.sort_at desc, o.id desc limit 1
   ) answered on true
   cross join lateral (
     select i."timestamp" as at from team_messages i
     where i.client_id = r.client_id and i.thread_id = r.thread_id and i.direction = 'INCOMING'
       and (i.sort_at, i.id) > (coalesce(answered.sort_at, '-infinity'), coalesce(answered.id, i.id))
       and not coalesce('rating' = any(i.flags), false)
     order by i.sort_at, i.id limit 1
   ) began
   where r.client_id = $1 and r.created_by = any($2::text[]) and r.direction = 'OUTGOING' and r.source = 'INBOX'
     and r.channel_id <> all (array(select id from team_channels where client_id = $1 and sandbox))
     and r.created_at > now() - interval '7 days' and r.status >= 0 and before.direction = 'INCOMING'
   group by r.created_by`,
);

/**
 * How long customers waited for first replies of each of these members, over seven days; members without replies are
 * missing.
 */
export async function listReplyTimes(tx: TenantTx, userIds: readonly string[]): Promise<Map<string, ReplyTimes>> {
  const rows = await tx.rows<ReplyTimes & { user_id: string }>(statementOfTimes, [tx.clientId, userIds]);
  return new Map(rows.map(({ user_id: id, ...times }) => [id, times]));
}
