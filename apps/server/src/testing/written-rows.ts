import type pg from 'pg';
import { queryAsOwner } from './inbox.ts';
import { until } from './world.ts';

/**
 * Rows that were inserted, updated or deleted, by `verb table`, without one for each transaction: a row that each
 * transaction writes once (a counter, a cursor) is none of the messages', and how many messages share a transaction is
 * up to how busy the machine is.
 */
export type WrittenRows = Readonly<Record<string, number>>;

export type WriteCounter = {
  /** Counts from now on. */
  reset(): Promise<void>;
  /** What was written since the last reset, also by what follows the change feed. */
  rows(): Promise<WrittenRows>;
  /** The same, in transactions that wrote to one of these tables. */
  rowsBeside(tables: readonly string[]): Promise<WrittenRows>;
};

/*
 * Each table tells what its statements wrote: statistics of PostgreSQL are sent when a connection rests, and would count
 * work of before.
 */
const counting = `
  create unlogged table written_rows (xid bigint not null default txid_current(), verb text not null, relation text not null, n bigint not null);
  create function count_written() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    insert into written_rows (verb, relation, n) select lower(tg_op), tg_table_name, count(*) from counted having count(*) > 0;
    return null;
  end $$;
  do $$
  declare
    each record;
  begin
    for each in select c.oid::regclass as name from pg_class c where c.relnamespace = 'public'::regnamespace
        and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'written_rows' loop
      execute format('create trigger zz_inserted after insert on %s referencing new table as counted
        for each statement execute function count_written()', each.name);
      execute format('create trigger zz_updated after update on %s referencing new table as counted
        for each statement execute function count_written()', each.name);
      execute format('create trigger zz_deleted after delete on %s referencing old table as counted
        for each statement execute function count_written()', each.name);
    end loop;
  end $$`;

/** Counts the rows that all statements of a database write from now on. */
export async function countWrites(owner: pg.Client): Promise<WriteCounter> {
  await queryAsOwner(owner, counting);
  async function sum(tables: readonly string[] | null): Promise<WrittenRows> {
    const rows = await queryAsOwner<{ what: string; n: number }>(
      owner,
      `select verb || ' ' || relation as what, (sum(n) - count(distinct xid))::int as n from written_rows
       where $1::text[] is null or xid in (select xid from written_rows where relation = any($1)) group by 1 order by 1`,
      [tables],
    );
    return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
  }
  return {
    async reset() {
      await queryAsOwner(owner, 'truncate written_rows');
    },
    rows: () => sum(null),
    rowsBeside: (tables) => sum(tables),
  };
}

/**
 * How much of all updates of a table, from the creation of its database on, wrote no index (heap-only): 0 to 1.
 * @param updates at least so many have been made: connections report when they rest
 */
export async function heapOnlyShare(owner: pg.Client, table: string, updates: number): Promise<number> {
  const { all, hot } = await until(async () => {
    const [row] = await queryAsOwner<{ all: number; hot: number }>(
      owner,
      'select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = $1',
      [table],
    );
    return row !== undefined && row.all >= updates && row;
  });
  return hot / all;
}
