import type pg from 'pg';
import { faultReasonOf } from '../db/faults.ts';
import type { Executor } from '../db/sql.ts';
import { statement } from '../db/sql.ts';

const clock = statement(
  'doctor.read_clock',
  `select extract(epoch from clock_timestamp())::float8 * 1000 as at, current_setting('server_version') as version`,
);

/** The database's clock, milliseconds since 1970, and its version. */
export async function readClock(database: Executor): Promise<{ at: number; version: string }> {
  const [row] = await database.rows<{ at: number; version: string }>(clock);
  if (row === undefined) throw new Error('the database gave no time');
  return row;
}

const uncovered = statement(
  'doctor.list_partitions',
  `select p.relname as name from pg_class p
   where p.relkind = 'p' and p.relnamespace = 'public'::regnamespace and not exists (
     select from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = p.oid and substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz > now() + interval '1 day')
   order by 1`,
);

/** Partitioned tables that have no partition for tomorrow. */
export async function listTablesMissingPartitions(database: Executor): Promise<string[]> {
  return (await database.rows<{ name: string }>(uncovered)).map(({ name }) => name);
}

const emailStates = statement(
  'doctor.count_emails',
  `select (count(*) filter (where state = 'failed'))::int as failed,
     (count(*) filter (where state = 'waiting' and created_at < now() - interval '15 minutes'))::int as overdue,
     max(last_error) filter (where state = 'failed' or attempts > 0) as error
   from email_outbox where expires_at > now()`,
);

/** Emails that have not expired: failed permanently, and waiting for over a quarter of an hour. */
export async function countEmails(
  database: Executor,
): Promise<{ failed: number; overdue: number; error: string | null }> {
  const [row] = await database.rows<{ failed: number; overdue: number; error: string | null }>(emailStates);
  return row ?? { failed: 0, overdue: 0, error: null };
}

/** Tables whose file is missing or whose first page cannot be read; a backup reads the rest of them. */
export async function findDamagedTables(owner: pg.ClientBase): Promise<Array<{ name: string; message: string }>> {
  const { rows } = await owner.query<{ name: string; quoted: string }>(
    `select relname as name, quote_ident(relname) as quoted from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const damaged: Array<{ name: string; message: string }> = [];
  for (const { name, quoted } of rows) {
    try {
      await owner.query(`select from ${quoted} limit 1`);
    } catch (error) {
      if (faultReasonOf(error) !== 'storage_damaged') throw error;
      damaged.push({ name, message: (error as Error).message });
    }
  }
  return damaged;
}
