import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const due = statement(
  'privacy.list_accounts_with_retention',
  `select r.client_id, to_char(now() at time zone c.time_zone, 'YYYY-MM-DD') as day
   from retention_rules r join shared_clients c on c.id = r.client_id where r.messages_days is not null`,
);
/** Accounts with a retention rule, each with its day now. */
export function listAccountsWithRetention(system: Executor): Promise<Array<{ client_id: string; day: string }>> {
  return system.rows(due);
}

const beginning = statement(
  'privacy.read_beginning_of_day',
  `select ((now() at time zone time_zone)::date - $2::int)::timestamp at time zone time_zone as moment
   from shared_clients where id = $1`,
);
/** When a day began so many days ago in the account's time zone, by the database's clock. */
export async function beginningOfDay(tx: TenantTx, daysAgo: number): Promise<Date> {
  const [row] = await tx.rows<{ moment: Date }>(beginning, [tx.clientId, daysAgo]);
  if (row === undefined) throw new Error('the account of a job is gone');
  return row.moment;
}
