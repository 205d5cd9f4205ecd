import type { Retention } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

const read = statement('retention_read', 'select messages_days from retention_rules where client_id = $1');
export async function readRetention(tx: TenantTx): Promise<Retention> {
  const [row] = await tx.rows<Retention>(read, [tx.clientId]);
  return { messages_days: row?.messages_days ?? null };
}

const write = statement(
  'retention_write',
  `insert into retention_rules (client_id, messages_days, updated_by) values ($1, $2, $3)
   on conflict (client_id) do update set messages_days = excluded.messages_days, updated_by = excluded.updated_by, updated_at = now()`,
);
export async function writeRetention(tx: TenantTx, rules: Retention, author: string): Promise<void> {
  await tx.run(write, [tx.clientId, rules.messages_days, author]);
}

const due = statement('retention_accounts', 'select client_id from retention_rules where messages_days is not null');
/** Accounts whose messages go after a while. */
export function listRetaining(system: Executor): Promise<Array<{ client_id: string }>> {
  return system.rows(due);
}

const threads = statement(
  'retention_threads',
  `select t.id from threads t where t.client_id = $1 and t.id > $2
     and (select true from messages m where m.client_id = $1 and m.thread_id = t.id and m.sort_at < $3 limit 1)
   order by t.id limit $4`,
);
/** Conversations with messages from before a moment, in the order of ids. */
export async function threadsWithOld(tx: TenantTx, after: string, before: Date, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(threads, [tx.clientId, after, before, limit])).map(({ id }) => id);
}

const settle = statement(
  'retention_settle_thread',
  `update threads t set last_message_id = l.id, last_message_at = l."timestamp", last_sort_at = l.sort_at, last_arrival = l.arrival,
     unread_count = case when l.id is null then 0 else t.unread_count end, version = t.version + 1
   from (select 1) one left join lateral (
     select m.id, m."timestamp", m.sort_at, m.arrival from messages m where m.client_id = $1 and m.thread_id = $2
     order by m.sort_at desc, m.arrival desc limit 1) l on true
   where t.client_id = $1 and t.id = $2 and t.last_message_id is distinct from l.id
   returning t.version`,
);
/** A conversation ends with what is left. @returns its version; null when its last message stayed */
export async function settleThread(tx: TenantTx, id: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(settle, [tx.clientId, id]);
  return row?.version ?? null;
}

const now = statement('retention_before', `select now() - make_interval(days => $1) as moment`);
/** The database's clock decides what is old. */
export async function momentDaysAgo(tx: TenantTx, days: number): Promise<Date> {
  const [row] = await tx.rows<{ moment: Date }>(now, [days]);
  if (row === undefined) throw new Error('the database does not know the time');
  return row.moment;
}
