import type pg from 'pg';
import { quoteIdentifier } from '../backup/catalog-repo.ts';
import type { NumberedColumns } from './exported-table.ts';
import { type Collection, exportedColumns } from './rows-repo.ts';

/** @returns whether the installation has an account or a user */
export async function hasAccounts(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from platform_accounts) or exists (select from platform_users) as found',
  );
  return rows[0]?.found === true;
}

/** Inserts rows of the file. @param lines JSON, one row each @returns their number */
export async function insertRows(
  client: pg.ClientBase,
  collection: Collection,
  lines: readonly string[],
): Promise<number> {
  const columns = exportedColumns(collection);
  const given = Object.entries(collection.rule.without ?? {});
  const table = quoteIdentifier(collection.name);
  const names = [...columns, ...given.map(([name]) => name)].map(quoteIdentifier).join(', ');
  const values = [...columns.map((name) => `r.${quoteIdentifier(name)}`), ...given.map(([, value]) => value)].join(
    ', ',
  );
  const { rowCount } = await client.query(
    `insert into ${table} (${names}) overriding system value
     select ${values} from json_populate_recordset(null::${table}, $1::json) r`,
    [`[${lines.join(',')}]`],
  );
  return rowCount ?? 0;
}

/** Moves the sequences behind the numbers that came with the rows. */
export async function advanceSequences(client: pg.ClientBase, numberedColumns: NumberedColumns): Promise<void> {
  for (const [sequence, { table, column }] of Object.entries(numberedColumns)) {
    await client.query(
      `select setval($1::regclass, greatest(coalesce((select max(${quoteIdentifier(column)}) from ${quoteIdentifier(table)}), 0),
         nextval($1::regclass)))`,
      [sequence],
    );
  }
}
