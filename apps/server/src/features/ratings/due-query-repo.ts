import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const accounts = statement(
  'ratings.list_accounts_due',
  `select distinct c.client_id from shared_channels c join rating_cursors k on k.client_id = c.client_id where exists (
     select from ratings r where r.client_id = c.client_id and r.channel_id = c.id and r.asked_at is null and r.skipped is null
       and r.due_at <= now() + c.clock_offset_ms * interval '1 millisecond')`,
);
/** Accounts with customers to ask now. */
export async function listAccountsDue(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accounts)).map(({ client_id }) => client_id);
}

export type DueRating = {
  id: string;
  thread_id: string;
  channel_id: string;
  phone: string | null;
  /** Why it is not asked for. */
  obstacle: 'group' | 'reopened' | 'done_again' | 'asked_recently' | null;
};

/* The customer is asked about the last time the conversation was done, and not again within the days of the rule. */
const due = statement(
  'ratings.find_due',
  `select r.id, t.id as thread_id, t.channel_id, t.to_phone as phone,
     case when t.group_id is not null then 'group'
       when t.state <> 'DONE' then 'reopened'
       when exists (select from ratings n where n.client_id = $1 and n.thread_id = r.thread_id and n.due_at > r.due_at) then 'done_again'
       when exists (select from shared_threads o join ratings a on a.client_id = $1 and a.thread_id = o.id
         where o.client_id = $1 and o.contact_id = t.contact_id
           and a.asked_at > now() + c.clock_offset_ms * interval '1 millisecond' - $2 * interval '1 day') then 'asked_recently'
     end as obstacle
   from shared_channels c cross join lateral (
     select id, thread_id, due_at from ratings where client_id = $1 and channel_id = c.id and asked_at is null
       and skipped is null and due_at <= now() + c.clock_offset_ms * interval '1 millisecond'
     order by due_at limit 1 offset 0) r
   cross join lateral (select resolve_thread($1, r.thread_id) as id offset 0) now
   cross join lateral (select * from shared_threads where client_id = $1 and id = now.id offset 0) t
   where c.client_id = $1 order by r.due_at, r.id limit 1`,
);
/** The next that is due; of one customer the second sees the first, because each is settled before. */
export async function findDue(tx: TenantTx, everyDays: number): Promise<DueRating | null> {
  const [row] = await tx.rows<DueRating>(due, [tx.clientId, everyDays]);
  return row ?? null;
}

const asked = statement(
  'ratings.set_asked',
  `update ratings r set skipped = $3, asked_at = case when $3::text is null then now() + c.clock_offset_ms * interval '1 millisecond' end
   from shared_channels c where r.client_id = $1 and r.id = $2 and c.client_id = $1 and c.id = r.channel_id`,
);
/** @param skipped why not; null: it was asked */
export async function setAsked(tx: TenantTx, id: string, skipped: string | null): Promise<void> {
  await tx.run(asked, [tx.clientId, id, skipped]);
}
