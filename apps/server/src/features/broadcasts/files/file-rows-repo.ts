import type { CampaignFileRow } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type NewFileRow = {
  row_no: number;
  kind: CampaignFileRow['kind'];
  digits: string | null;
  key: string | null;
  name: string;
  cells: readonly string[];
  problem: string | null;
  first_row: number | null;
};

const clear = statement(
  'broadcasts.clear_file_rows',
  'delete from campaign_file_rows where client_id = $1 and file_id = $2',
);
const resetCounts = statement(
  'broadcasts.reset_file_counts',
  `update campaign_files set rows_done = 0, good = 0, invalid = 0, duplicates = 0 where client_id = $1 and id = $2`,
);
export async function clearFileRows(tx: TenantTx, fileId: string): Promise<void> {
  await tx.run(clear, [tx.clientId, fileId]);
  await tx.run(resetCounts, [tx.clientId, fileId]);
}

const insert = statement(
  'broadcasts.insert_file_rows',
  `insert into campaign_file_rows (client_id, file_id, row_no, kind, digits, key, name, cells, problem, first_row)
   select $1, $2, x.row_no, x.kind, x.digits, x.key, x.name, x.cells, x.problem, x.first_row
   from jsonb_to_recordset($3::jsonb) as x(row_no int, kind text, digits text, key text, name text, cells text[], problem text,
     first_row int)`,
);
const count = statement(
  'broadcasts.count_file_rows',
  `update campaign_files set rows_done = rows_done + $3, good = good + $4, invalid = invalid + $5, duplicates = duplicates + $6
   where client_id = $1 and id = $2`,
);
/** Writes rows and counts them. */
export async function insertFileRows(tx: TenantTx, fileId: string, rows: readonly NewFileRow[]): Promise<void> {
  const of = (kind: NewFileRow['kind']) => rows.filter((row) => row.kind === kind).length;
  await tx.run(insert, [tx.clientId, fileId, JSON.stringify(rows)]);
  await tx.run(count, [tx.clientId, fileId, rows.length, of('good'), of('invalid'), of('duplicate')]);
}

const list = statement(
  'broadcasts.list_file_rows',
  `select row_no, kind, digits, cells, problem, first_row from campaign_file_rows
   where client_id = $1 and file_id = $2 and kind = $3 and row_no > $4 order by row_no limit $5`,
);
export function listFileRows(
  tx: TenantTx,
  fileId: string,
  place: { kind: CampaignFileRow['kind']; above: number; limit: number },
): Promise<Array<Pick<NewFileRow, 'row_no' | 'kind' | 'digits' | 'cells' | 'problem' | 'first_row'>>> {
  return tx.rows(list, [tx.clientId, fileId, place.kind, place.above, place.limit]);
}

const touched = statement(
  'broadcasts.list_files_with_rows',
  'select id from campaign_files where client_id = $1 and purged_at is null order by id',
);
/** The files of the account whose rows are there. */
export async function listFilesWithRows(tx: TenantTx): Promise<string[]> {
  return (await tx.rows<{ id: string }>(touched, [tx.clientId])).map(({ id }) => id);
}

const page = statement(
  'broadcasts.list_file_cells',
  `select row_no, digits, cells from campaign_file_rows where client_id = $1 and file_id = $2 and row_no > $3 order by row_no limit 1000`,
);
export function listFileCells(
  tx: TenantTx,
  fileId: string,
  above: number,
): Promise<Array<{ row_no: number; digits: string | null; cells: string[] }>> {
  return tx.rows(page, [tx.clientId, fileId, above]);
}

const eraseRows = statement(
  'broadcasts.erase_file_rows',
  'delete from campaign_file_rows where client_id = $1 and file_id = $2 and row_no = any($3)',
);
const eraseParts = statement(
  'broadcasts.erase_file_parts',
  'delete from campaign_file_parts where client_id = $1 and file_id = $2',
);
const recount = statement(
  'broadcasts.set_file_counts',
  `update campaign_files f set good = n.good, invalid = n.invalid, duplicates = n.duplicates,
     columns = (select coalesce(jsonb_agg(jsonb_set(c, '{samples}', '[]') order by ord), '[]') from jsonb_array_elements(f.columns) with ordinality x(c, ord))
   from (select count(*) filter (where kind = 'good')::int as good, count(*) filter (where kind = 'invalid')::int as invalid,
       count(*) filter (where kind = 'duplicate')::int as duplicates
     from campaign_file_rows where client_id = $1 and file_id = $2) n
   where f.client_id = $1 and f.id = $2`,
);
/** Deletes rows of a file, with the bytes they came from and the samples of its columns. */
export async function eraseFileRows(tx: TenantTx, fileId: string, rowNumbers: readonly number[]): Promise<void> {
  await tx.run(eraseRows, [tx.clientId, fileId, rowNumbers]);
  await tx.run(eraseParts, [tx.clientId, fileId]);
  await tx.run(recount, [tx.clientId, fileId]);
}
