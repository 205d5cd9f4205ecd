import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { insertThreadEvents } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';

const insert = statement(
  'ratings.insert_answer',
  `insert into ratings (client_id, id, thread_id, channel_id, user_id, assignee_id, assignee_group_id, due_at, asked_at, scale,
     score, answered_at)
   select $1, $2, t.id, t.channel_id, coalesce(d.member, t.assignee_id), t.assignee_id, t.assignee_group_id, at, at, 5, $4, at
   from shared_threads t join shared_channels c on c.client_id = $1 and c.id = t.channel_id
   cross join lateral (select now() + c.clock_offset_ms * interval '1 millisecond' as at) n
   left join lateral (select report_member(created_by) as member from shared_thread_events e
     where e.client_id = $1 and e.thread_id = t.id and e.kind = 'done' order by e.at desc, e.id desc limit 1) d on true
   where t.client_id = $1 and t.id = $3
   on conflict do nothing returning id`,
);

/** Stores a rating that an automation asked for, once for each id. */
export async function putAnswer(tx: TenantTx, id: string, threadId: string, score: number): Promise<void> {
  if ((await tx.rows(insert, [tx.clientId, id, threadId, score])).length === 0) return;
  await addChanges(tx, await insertThreadEvents(tx, threadId, [{ kind: 'rated', detail: { score } }], 'webhook'));
}
