import type { Retention } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const read = statement('privacy.read_retention', 'select messages_days from retention_rules where client_id = $1');
export async function readRetention(tx: TenantTx): Promise<Retention> {
  const [row] = await tx.rows<Retention>(read, [tx.clientId]);
  return { messages_days: row?.messages_days ?? null };
}

const write = statement(
  'privacy.write_retention',
  `insert into retention_rules (client_id, messages_days, updated_by) values ($1, $2, $3)
   on conflict (client_id) do update set messages_days = excluded.messages_days, updated_by = excluded.updated_by, updated_at = now()`,
);
export async function writeRetention(tx: TenantTx, rules: Retention, author: string): Promise<void> {
  await tx.run(write, [tx.clientId, rules.messages_days, author]);
}

const due = statement(
  'privacy.list_accounts_with_retention',
  'select client_id from retention_rules where messages_days is not null',
);
/** Accounts with a retention rule. */
export function listAccountsWithRetention(system: Executor): Promise<Array<{ client_id: string }>> {
  return system.rows(due);
}

const now = statement('privacy.read_moment', `select now() - make_interval(days => $1) as moment`);
/** The database's clock decides the age. */
export async function momentDaysAgo(tx: TenantTx, days: number): Promise<Date> {
  const [row] = await tx.rows<{ moment: Date }>(now, [days]);
  if (row === undefined) throw new Error('the database does not know the time');
  return row.moment;
}
