import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { SubjectRow } from './occasions.ts';
import { mutedBy } from './subjects-query.ts';

/*
 * Conversations that wait for an answer and whose reply window closes soon, on the clock of their channel. What is snoozed is not in the view either. `offset 0` keeps the look-up by the index of closing windows.
 */
const due = (client: string) => `shared_channels c join shared_clients a on a.id = c.client_id and a.deleted_at is null
   cross join lateral (
     select t.id, t.assignee_id, t.assignee_group_id, t.window_expires_at, t.mutes from shared_threads t
     where t.client_id = c.client_id and t.channel_id = c.id and t.waiting_since is not null and t.state = 'ACTIVE'
       and t.window_expires_at > now() + c.clock_offset_ms * interval '1 millisecond'
       and t.window_expires_at < now() + c.clock_offset_ms * interval '1 millisecond' + a.closing_soon_minutes * interval '1 minute'
       and coalesce(t.snoozed_until, '-infinity') <= now() and t.merged_into is null
       and not exists (select from closing_warnings w where w.client_id = t.client_id and w.thread_id = t.id
         and w.window_expires_at = t.window_expires_at)
     order by t.window_expires_at limit 200 offset 0
   ) t
   where ${client}c.kind = 'WHATSAPP' and c.deleted_at is null`;

const accountsStatement = statement(
  'notifications.list_accounts_closing',
  `select distinct c.client_id from ${due('')}`,
);

/** Accounts with conversations to warn of. */
export async function listAccountsClosing(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accountsStatement)).map(({ client_id }) => client_id);
}

const takeStatement = statement(
  'notifications.put_closing_warnings',
  `with due as materialized (
     select t.id, c.id as channel_id, t.assignee_id, t.assignee_group_id, t.window_expires_at, ${mutedBy}
     from ${due('c.client_id = $1 and ')}
   ), taken as (
     insert into closing_warnings as w (client_id, thread_id, window_expires_at)
     select $1, id, window_expires_at from due order by id
     on conflict (client_id, thread_id) do update set window_expires_at = excluded.window_expires_at
     where w.window_expires_at <> excluded.window_expires_at
     returning thread_id
   )
   select 'closing' as what, d.id, d.id as thread_id, d.channel_id, d.assignee_id, d.assignee_group_id, '' as created_by,
     '{}'::uuid[] as user_ids, 1 as unread_count, d.muted_by
   from due d join taken w on w.thread_id = d.id`,
);

/** Takes the conversations to warn of: each window once, also when several processes look at the same time. */
export function takeClosing(tx: TenantTx): Promise<SubjectRow[]> {
  return tx.rows<SubjectRow>(takeStatement, [tx.clientId]);
}
