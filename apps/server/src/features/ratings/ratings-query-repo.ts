import type { RatingRule } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { idFromKey } from '../../platform/ids.ts';

const rule = statement('ratings.find_rule', 'select rating_rule as rule from shared_clients where id = $1');
export async function findRule(tx: TenantTx): Promise<RatingRule | null> {
  const [row] = await tx.rows<{ rule: RatingRule | null }>(rule, [tx.clientId]);
  return row?.rule ?? null;
}

const insert = statement(
  'ratings.insert_ratings',
  `insert into ratings (client_id, id, thread_id, channel_id, user_id, assignee_id, assignee_group_id, due_at, scale)
   select $1, x.id, t.id, t.channel_id, coalesce(report_member(e.created_by), t.assignee_id), t.assignee_id,
     t.assignee_group_id, e.at + c.clock_offset_ms * interval '1 millisecond' + $4 * interval '1 minute', $5
   from unnest($2::uuid[], $3::uuid[]) as x(event_id, id)
   cross join lateral (select * from shared_thread_events where client_id = $1 and id = x.event_id offset 0) e
   cross join lateral (select * from shared_threads where client_id = $1 and id = e.thread_id offset 0) t
   join shared_channels c on c.client_id = $1 and c.id = t.channel_id
   where e.kind = 'done' and c.kind = 'WHATSAPP' and c.deleted_at is null
   on conflict do nothing`,
);
/** Plans to ask about the conversations that these events ended, each once. */
export async function insertRatings(tx: TenantTx, events: readonly string[], rule: RatingRule): Promise<void> {
  const ids = events.map((event) => idFromKey(tx.clientId, 'rating', event));
  await tx.run(insert, [tx.clientId, events, ids, rule.delay_minutes, rule.scale]);
}

export type AnswerMessage = { id: string; thread_id: string; reply: string; at: Date; phone: string | null };

const answers = statement(
  'ratings.list_answers',
  `select m.id, m.thread_id, m.content->>'id' as reply, m."timestamp" as at, t.to_phone as phone
   from unnest($2::uuid[]) with ordinality as x(id, ord)
   cross join lateral (select * from shared_messages where client_id = $1 and id = x.id offset 0) m
   cross join lateral (select to_phone from shared_threads where client_id = $1 and id = m.thread_id offset 0) t
   where m.direction = 'INCOMING' and 'rating' = any(m.flags) order by x.ord`,
);
/** The tapped answers among new messages. */
export function listAnswers(tx: TenantTx, messages: readonly string[]): Promise<AnswerMessage[]> {
  return tx.rows(answers, [tx.clientId, messages]);
}

const put = statement(
  'ratings.put_score',
  `update ratings r set score = $4, answered_at = $5, comment_until = case when $6 then $5::timestamptz + interval '1 day' end
   where r.client_id = $1 and r.id = $2 and r.score is null
     and (r.thread_id = $3 or exists (select from shared_threads t where t.client_id = $1 and t.id = r.thread_id and t.merged_into = $3))
   returning r.scale`,
);
/** Stores the first answer. @returns null when it is answered already, or was asked of someone else */
export async function putScore(
  tx: TenantTx,
  answer: { ratingId: string; threadId: string; score: number; at: Date; comments: boolean },
): Promise<{ scale: number } | null> {
  const { ratingId, threadId, score, at, comments } = answer;
  const [row] = await tx.rows<{ scale: number }>(put, [tx.clientId, ratingId, threadId, score, at, comments]);
  return row ?? null;
}

/* The first message after the answer, unless a member wrote between them: then it answers the member. */
const comments = statement(
  'ratings.set_comments',
  `with said as materialized (
     select distinct on (r.id) r.id, m.id as message_id
     from unnest($2::uuid[]) as x(id)
     cross join lateral (select * from shared_messages where client_id = $1 and id = x.id offset 0) m
     join ratings r on r.client_id = $1 and r.thread_id = m.thread_id and r.comment_until is not null
     where m.direction = 'INCOMING' and m.type = 'text' and m."timestamp" >= r.answered_at and m."timestamp" < r.comment_until
       and not exists (select from shared_messages o where o.client_id = $1 and o.thread_id = m.thread_id
         and o.direction = 'OUTGOING' and o.created_by not in ('bot', 'ai') and o.sort_at < m.sort_at and o.sort_at >= r.answered_at)
     order by r.id, m.sort_at, m.id
   )
   update ratings r set comment_message_id = s.message_id, comment_until = null
   from said s where r.client_id = $1 and r.id = s.id and r.comment_until is not null`,
);
/** Keeps new messages as comments of the ratings they follow. */
export async function setComments(tx: TenantTx, messages: readonly string[]): Promise<void> {
  await tx.run(comments, [tx.clientId, messages]);
}
