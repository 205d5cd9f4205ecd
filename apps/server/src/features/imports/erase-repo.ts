import { statement, type TenantTx } from '../../platform/db/sql.ts';

const removeChanges = statement(
  'imports.delete_changes_of_contacts',
  `delete from import_changes i using imports x
   where x.client_id = $1 and i.client_id = $1 and i.import_id = x.id and i.contact_id = any($2)`,
);
/** Forgets what imports changed about contacts. @returns how many rows */
export function deleteChangesOf(tx: TenantTx, contactIds: readonly string[]): Promise<number> {
  return tx.run(removeChanges, [tx.clientId, contactIds]);
}

const pages = statement(
  'imports.list_pages',
  `select p.import_id, p.page, p.rows, i.rules->>'country' as country,
     (select coalesce(jsonb_object_agg(e.row_no, e.row_values), '{}') from import_edits e where e.client_id = $1
       and e.import_id = p.import_id and e.row_values is not null
       and e.row_no > p.page * 1000 and e.row_no <= p.page * 1000 + 1000) as edits
   from import_pages p join imports i on i.client_id = $1 and i.id = p.import_id
   where p.client_id = $1 and i.purged_at is null and (p.import_id, p.page) > ($2::uuid, $3)
   order by p.import_id, p.page limit 50`,
);
const rewrite = statement(
  'imports.rewrite_page',
  'update import_pages set rows = $4 where client_id = $1 and import_id = $2 and page = $3',
);
const dropRows = statement(
  'imports.delete_row_details',
  `with problems as (delete from import_problems where client_id = $1 and import_id = $2 and row_no = any($3))
   delete from import_edits where client_id = $1 and import_id = $2 and row_no = any($3)`,
);
const dropUploads = statement(
  'imports.delete_ended_uploads',
  `delete from import_uploads u using imports i
   where i.client_id = $1 and i.id = $2 and i.ended_at is not null and u.client_id = $1 and u.import_id = i.id`,
);

/** `country`: where numbers without a country code belong, null: the account's; `edits`: corrected rows by their number. */
export type ImportPage = {
  import_id: string;
  page: number;
  rows: string;
  country: string | null;
  edits: Record<string, string[]>;
};
export function listImportPages(tx: TenantTx, after: { importId: string; page: number }): Promise<ImportPage[]> {
  return tx.rows(pages, [tx.clientId, after.importId, after.page]);
}
/** A page of an import without some rows, and without the bytes it came from when the import is over. */
export async function rewritePage(
  tx: TenantTx,
  { import_id, page }: Pick<ImportPage, 'import_id' | 'page'>,
  rows: string,
  rowNumbers: readonly number[],
): Promise<void> {
  await tx.run(rewrite, [tx.clientId, import_id, page, rows]);
  await tx.run(dropRows, [tx.clientId, import_id, rowNumbers]);
  await tx.run(dropUploads, [tx.clientId, import_id]);
}

const samples = statement(
  'imports.clear_samples',
  `update imports i set columns = (
     select jsonb_agg(jsonb_set(c, '{samples}', '[]') order by ord) from jsonb_array_elements(i.columns) with ordinality x(c, ord))
   where i.client_id = $1 and (i.id = any($2) or i.purged_at is not null)
     and jsonb_path_exists(i.columns, '$[*].samples[*]')`,
);
const problems = statement(
  'imports.delete_problems',
  `delete from import_problems p using imports i
   where i.client_id = $1 and i.purged_at is not null and p.client_id = $1 and p.import_id = i.id
     and exists (select from unnest($2::text[]) n
       where position(n in regexp_replace(coalesce(p.suggestion, '') || ' ' || p.msg, '[^0-9]', '', 'g')) > 0)`,
);
/** Clears the samples of columns of some imports and of purged ones, and problems of purged imports that name a phone number. */
export async function eraseFromImportDetails(
  tx: TenantTx,
  importIds: readonly string[],
  phones: readonly string[],
): Promise<void> {
  await tx.run(samples, [tx.clientId, importIds]);
  await tx.run(problems, [tx.clientId, phones]);
}
