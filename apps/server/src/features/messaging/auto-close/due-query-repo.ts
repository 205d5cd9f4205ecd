import type { AutoCloseRule } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * Active conversations without a message for the rule's time, on the clocks of their channels. A conversation that was
 * opened again, assigned or woken up later counts from then. Snoozed ones stay. From the oldest on, by the index of
 * states: those whose customer waits are passed over unless the rule says otherwise.
 */
const due = `from shared_clients a
   cross join lateral (select (a.auto_close_rule->>'after_minutes')::int * interval '1 minute' as quiet) r
   cross join lateral (
     select coalesce(max(clock_offset_ms), 0) * interval '1 millisecond' as most from shared_channels where client_id = a.id) o
   cross join lateral (
     select t.* from threads t join shared_channels c on c.client_id = t.client_id and c.id = t.channel_id
     where t.client_id = a.id and t.state = 'ACTIVE' and t.last_message_at < now() + o.most - r.quiet
       and t.last_message_at < now() + c.clock_offset_ms * interval '1 millisecond' - r.quiet
       and ((a.auto_close_rule->>'waiting')::boolean or t.waiting_since is null)
       and coalesce(t.snoozed_until, '-infinity') < now() - r.quiet and t.merged_into is null
       and not exists (select from thread_events e where e.client_id = t.client_id and e.thread_id = t.id
         and e.kind in ('assigned', 'reopened', 'snoozed', 'snooze_ended') and e.at > now() - r.quiet)
     order by t.state, t.last_message_at limit $1 for no key update of t skip locked
   ) t
   where a.auto_close_rule is not null and a.deleted_at is null`;

const accounts = statement(
  'messaging.list_accounts_to_close',
  `select a.id as client_id ${due.replace(' for no key update of t skip locked', '').replace('limit $1', 'limit 1')}`,
);
/** Accounts with conversations to close. */
export async function listAccountsToClose(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(accounts)).map((row) => row.client_id);
}

export type Closable = { id: string; channel_id: string; last_message_id: string | null };

const threads = statement(
  'messaging.lock_threads_to_close',
  `select t.id, t.channel_id, t.last_message_id ${due} and a.id = $2`,
);
/** Held until commit, so that a message of the customer comes after and opens the conversation again. */
export function lockThreadsToClose(tx: TenantTx, limit: number): Promise<Closable[]> {
  return tx.rows(threads, [limit, tx.clientId]);
}

const rule = statement(
  'messaging.find_auto_close_rule',
  'select auto_close_rule as rule from shared_clients where id = $1',
);
export async function findAutoCloseRule(tx: TenantTx): Promise<AutoCloseRule | null> {
  const [row] = await tx.rows<{ rule: AutoCloseRule | null }>(rule, [tx.clientId]);
  return row?.rule ?? null;
}
