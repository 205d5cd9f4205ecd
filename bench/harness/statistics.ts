import type pg from 'pg';
import { connectOwner } from './owner.ts';

/** Enables statement statistics of a database from its next start on. */
export async function preloadStatistics(ownerUrl: string): Promise<void> {
  const owner = await connectOwner(ownerUrl);
  await owner.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await owner.query('alter system set pg_stat_statements.track_planning = on');
  await owner.query('create extension if not exists pg_stat_statements');
  await owner.end();
}

/** The milliseconds that statements took so far: those of the names, and all of the product. */
export async function statementTimes(
  ownerUrl: string,
  texts: readonly string[],
): Promise<{ own: number; all: number }> {
  const owner = await connectOwner(ownerUrl);
  const { rows } = await owner.query<{ own: number; all: number }>(
    `select coalesce(sum(s.total_exec_time + s.total_plan_time) filter (where s.query ~ any($1)), 0)::float8 as own,
       coalesce(sum(s.total_exec_time + s.total_plan_time), 0)::float8 as all
     from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> 'parley_owner'`,
    [texts],
  );
  await owner.end();
  const [row] = rows;
  if (row === undefined) throw new Error('no statistics of statements');
  return row;
}

/** The slowest statements of the product, with their number of runs and writes. */
export async function printStatistics(ownerUrl: string, say: (line: string) => void): Promise<void> {
  const owner = await connectOwner(ownerUrl);
  const { rows } = await owner.query<
    Record<'ms' | 'plan' | 'calls' | 'rows' | 'mean' | 'wal' | 'text', string | number>
  >(
    `select round(s.total_exec_time) as ms, round(s.total_plan_time) as plan, s.calls, s.rows, round(s.mean_exec_time::numeric, 3) as mean,
       round(s.wal_bytes / 1024) as wal, left(regexp_replace(s.query, '\\s+', ' ', 'g'), 110) as text
     from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> 'parley_owner'
     order by s.total_exec_time desc limit 20`,
  );
  await printWrites(owner, say);
  await owner.end();
  say('       ms  plan ms    calls     rows   ms each   WAL kB  statement');
  for (const row of rows) {
    const cells = [
      String(row.ms).padStart(9),
      String(row.plan).padStart(8),
      String(row.calls).padStart(8),
      String(row.rows).padStart(8),
      String(row.mean).padStart(9),
      String(row.wal).padStart(8),
    ];
    say(`${cells.join(' ')}  ${row.text}`);
  }
}

/** The most written tables: an update that is not heap-only (HOT) writes every index of the table again. */
async function printWrites(owner: pg.Client, say: (line: string) => void): Promise<void> {
  const { rows } = await owner.query<Record<'name' | 'inserts' | 'updates' | 'hot' | 'index', string>>(
    `select relname as name, n_tup_ins::text as inserts, n_tup_upd::text as updates, n_tup_hot_upd::text as hot,
       pg_size_pretty(pg_indexes_size(relid)) as index
     from pg_stat_user_tables order by n_tup_ins + n_tup_upd desc limit 14`,
  );
  say('  inserts  updates      HOT    indexes  table');
  for (const { name, inserts, updates, hot, index } of rows) {
    say(`${inserts.padStart(9)}${updates.padStart(9)}${hot.padStart(9)}${index.padStart(11)}  ${name}`);
  }
}
