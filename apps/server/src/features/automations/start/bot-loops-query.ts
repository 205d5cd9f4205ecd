import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * Two signs of a bot. One of ours wrote the same text from another number of the account a moment before. Or the last
 * eight messages of five minutes say at most two things, and a bot of ours answered each: no person goes on like that.
 */
const loopsStatement = statement(
  'automations.find_bot_loops',
  `select m.id from unnest($2::uuid[]) as x(id)
   cross join lateral (select * from shared_messages where client_id = $1 and id = x.id offset 0) m
   join shared_threads t on t.client_id = $1 and t.id = m.thread_id
   join shared_channels c on c.client_id = $1 and c.id = m.channel_id
   where exists (
     select from shared_channels o
     join shared_threads there on there.client_id = $1 and there.channel_id = o.id and there.to_phone = ltrim(c.phone_number, '+')
     join shared_messages said on said.client_id = $1 and said.thread_id = there.id
     where o.client_id = $1 and o.id <> c.id and ltrim(o.phone_number, '+') = t.to_phone and said.direction = 'OUTGOING'
       and said.created_by = 'bot' and said.created_at > m.created_at - interval '2 minutes'
       and coalesce(said.content->'body'->>'text', said.content->>'body') = m.content->>'body'
   ) or exists (
     select from (
       select coalesce(i.content->>'body', i.content->>'text') as text, i.created_at,
         exists (select from shared_messages a where a.client_id = $1 and a.thread_id = i.thread_id and a.direction = 'OUTGOING'
           and a.created_by = 'bot' and (a.sort_at, a.id) > (i.sort_at, i.id)) as answered
       from shared_messages i where i.client_id = $1 and i.thread_id = m.thread_id and i.direction = 'INCOMING'
         and (i.sort_at, i.id) <= (m.sort_at, m.id)
       order by i.sort_at desc, i.id desc limit 8) last
     where last.created_at > m.created_at - interval '5 minutes'
     having count(*) = 8 and count(distinct last.text) <= 2 and count(*) filter (where last.answered) >= 7
   )`,
);
/** @returns those of the messages that a bot wrote */
export async function findBotLoops(tx: TenantTx, messageIds: readonly string[]): Promise<Set<string>> {
  if (messageIds.length === 0) return new Set();
  const rows = await tx.rows<{ id: string }>(loopsStatement, [tx.clientId, messageIds]);
  return new Set(rows.map(({ id }) => id));
}
