import pg from 'pg';
import { quoteIdentifier } from '../backup/catalog-repo.ts';
import { type Executor, statement } from '../db/sql.ts';
import type { ExportedTable, ExportedTables } from './exported-table.ts';

/** A table of this database as it is exported. */
export type Collection = {
  name: string;
  columns: string[];
  /** Of its primary key; empty without one. */
  key: string[];
  rule: ExportedTable;
};

const listStatement = statement(
  'export.list_exported_tables',
  `select c.relname::text as name,
     array(select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
     array(select a.attname::text from pg_index i cross join unnest(i.indkey) with ordinality k(no, place)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.no
       where i.indrelid = c.oid and i.indisprimary order by k.place) as key
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and c.relname = any ($1)`,
);

/** The exported tables in their order, with all their columns. */
export async function listCollections(tx: Executor, tables: ExportedTables): Promise<Collection[]> {
  const rules = Object.entries(tables).flatMap(([name, rule]) =>
    typeof rule === 'string' ? [] : [[name, rule] as const],
  );
  const rows = await tx.rows<Omit<Collection, 'rule'>>(listStatement, [rules.map(([name]) => name)]);
  const found = new Map(rows.map((row) => [row.name, row]));
  return rules.map(([name, rule]) => {
    const row = found.get(name);
    if (row === undefined) throw new Error(`there is no table ${name}`);
    return { ...row, rule };
  });
}

export function exportedColumns({ columns, rule }: Collection): string[] {
  return columns.filter((column) => !(column in (rule.without ?? {})));
}

/**
 * COPY of an account's rows as JSON, one per line. Neither the quote nor the delimiter can occur in JSON, so every line
 * is the row as it is.
 */
export function copyRowsText(collection: Collection, clientId: string): string {
  const { name, key } = collection;
  const columns = exportedColumns(collection);
  const list = columns.map((column) => `r.${quoteIdentifier(column)}`).join(', ');
  const order = (key.length > 0 ? key : columns).map((column) => `r.${quoteIdentifier(column)}`).join(', ');
  return `copy (select row_to_json(o)::text from (select ${list} from ${quoteIdentifier(name)} r
     where ${ofAccount(collection, clientId)} order by ${order}) o)
   to stdout with (format csv, delimiter e'\\x02', quote e'\\x01', escape e'\\x01', encoding 'UTF8')`;
}

function ofAccount({ rule }: Collection, clientId: string): string {
  const account = `${pg.escapeLiteral(clientId)}::uuid`;
  const own = (rule.ofAccount ?? 'r.client_id = :account').replaceAll(':account', account);
  return `${own} and (${rule.where ?? 'true'})`;
}

/** The number of an account's rows by collection. */
export async function countRows(
  client: pg.ClientBase,
  clientId: string,
  collections: readonly Collection[],
): Promise<Map<string, number>> {
  const counts = collections.map(
    (collection) =>
      `select ${pg.escapeLiteral(collection.name)} as name, count(*) as n from ${quoteIdentifier(collection.name)} r
       where ${ofAccount(collection, clientId)}`,
  );
  const { rows } = await client.query<{ name: string; n: number }>(counts.join(' union all '));
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/** One moment for all rows; times are written in UTC, numbers with all their digits. */
export async function beginExport(client: pg.Client, clientId: string): Promise<void> {
  await client.query(`set timezone to 'UTC'; set datestyle to 'ISO, YMD'; set intervalstyle to 'iso_8601';
    set extra_float_digits to 3; set bytea_output to 'hex'; set idle_in_transaction_session_timeout to 0`);
  await client.query('begin isolation level repeatable read read only');
  await client.query(`select set_config('app.client_id', $1, true)`, [clientId]);
}

export async function findAccountName(client: pg.ClientBase, clientId: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from platform_accounts where id = $1', [clientId]);
  return rows[0]?.name ?? '';
}
