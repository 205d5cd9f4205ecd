import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { SubjectRow } from './occasions.ts';
import { mutedBy } from './subjects-query.ts';

/*
 * Conversations that are due soon, or have been for less than a day, on the clock of their channel. What is snoozed is
 * told when it wakes up. `offset 0` keeps the look-up by the index of due times.
 */
const dueBy = (target: 'reply' | 'resolution', dueAt: string) => `(
  select t.id, t.assignee_id, t.assignee_group_id, '${target}' as target, ${dueAt} as due_at, t.mutes, ${dueAt} <= n.at as overdue
  from shared_threads t
  where t.client_id = c.client_id and t.channel_id = c.id and t.state = 'ACTIVE'
    and ${dueAt} > n.at - interval '1 day'
    and ${dueAt} < n.at + (a.reply_targets->>'warn_minutes')::int * interval '1 minute'
    and coalesce(t.snoozed_until, '-infinity') <= now() and t.merged_into is null
    and not exists (select from target_warnings w where w.client_id = t.client_id and w.thread_id = t.id
      and w.target = '${target}' and w.due_at = ${dueAt} and (w.overdue or ${dueAt} > n.at))
  order by ${dueAt} limit 200 offset 0)`;

const due = (client: string) => `shared_channels c join shared_clients a on a.id = c.client_id and a.deleted_at is null
   cross join lateral (select now() + c.clock_offset_ms * interval '1 millisecond' as at) n
   cross join lateral (${dueBy('reply', 't.reply_due_at')} union all ${dueBy('resolution', 't.resolve_due_at')}) t
   where ${client}c.deleted_at is null`;

const accountsStatement = statement(
  'notifications.list_accounts_with_due',
  `select distinct c.client_id from ${due('')}`,
);

/** Accounts with conversations whose reply or resolution is due. */
export async function listAccountsWithDue(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accountsStatement)).map(({ client_id }) => client_id);
}

const takeStatement = statement(
  'notifications.put_target_warnings',
  `with due as materialized (
     select t.id, c.id as channel_id, t.assignee_id, t.assignee_group_id, t.target, t.due_at, t.overdue, ${mutedBy},
       (a.reply_targets->>'tell_admins')::boolean as tell_admins
     from ${due('c.client_id = $1 and ')}
   ), taken as (
     insert into target_warnings as w (client_id, thread_id, target, due_at, overdue)
     select $1, id, target, due_at, overdue from due order by id, target
     on conflict (client_id, thread_id, target) do update set due_at = excluded.due_at, overdue = excluded.overdue
     where w.due_at <> excluded.due_at or (excluded.overdue and not w.overdue)
     returning thread_id, target
   )
   select case when d.target = 'resolution' then 'resolve_' else '' end || case when d.overdue then 'overdue' else 'due' end as what,
     d.id, d.id as thread_id, d.channel_id, d.assignee_id, d.assignee_group_id, '' as created_by, '{}'::uuid[] as user_ids,
     1 as unread_count, d.muted_by, d.overdue and d.tell_admins as to_admins
   from due d join taken w on w.thread_id = d.id and w.target = d.target`,
);

/** Takes the replies and resolutions to notify of: each due time once before and once after, also with several processes. */
export function takeDue(tx: TenantTx): Promise<SubjectRow[]> {
  return tx.rows<SubjectRow>(takeStatement, [tx.clientId]);
}
