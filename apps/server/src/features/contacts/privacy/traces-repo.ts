import { statement, type TenantTx } from '../../../platform/db/sql.ts';

/*
 * Where somebody is named beside their own rows: in merges of others, in what acts on many were asked for, in what imports
 * remember of a file.
 */
const merges = statement(
  'privacy_traces_merges',
  `with nobody as (
     delete from contact_merges where client_id = $1 and merged_ids <@ $2 and contact_id <> all($2)
   )
   update contact_merges g set undo = null,
     merged_ids = array(select id from unnest(g.merged_ids) with ordinality x(id, ord) where id <> all($2) order by ord),
     kept = (select jsonb_agg(case when k->>'what' = 'contact' then jsonb_set(k, '{name}', 'null') else k end order by ord)
       from jsonb_array_elements(g.kept) with ordinality x(k, ord))
   where g.client_id = $1 and g.merged_ids && $2 and not g.merged_ids <@ $2 and g.contact_id <> all($2)`,
);
/** Merges that were taken back name who was part of another once. */
export async function forgetInMerges(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  await tx.run(merges, [tx.clientId, contactIds]);
}

const acts = statement(
  'privacy_traces_acts',
  `update contact_bulk_acts b set selection = '{"ids": []}', act = b.act - 'value'
   where b.client_id = $1 and b.ended_at is not null
     and exists (select from unnest($2::text[]) n where position(n in lower(b.selection::text)) > 0)`,
);
/** What acts that are over were asked for. @param texts in small letters: ids, numbers and names */
export async function forgetInActs(tx: TenantTx, texts: readonly string[]): Promise<void> {
  await tx.run(acts, [tx.clientId, texts]);
}

const samples = statement(
  'privacy_traces_samples',
  `update imports i set columns = (
     select jsonb_agg(jsonb_set(c, '{samples}', '[]') order by ord) from jsonb_array_elements(i.columns) with ordinality x(c, ord))
   where i.client_id = $1 and (i.id = any($2) or i.purged_at is not null)
     and jsonb_path_exists(i.columns, '$[*].samples[*]')`,
);
const problems = statement(
  'privacy_traces_problems',
  `delete from import_problems p using imports i
   where i.client_id = $1 and i.purged_at is not null and p.client_id = $1 and p.import_id = i.id
     and exists (select from unnest($2::text[]) n
       where position(n in regexp_replace(coalesce(p.suggestion, '') || ' ' || p.msg, '[^0-9]', '', 'g')) > 0)`,
);
/** Samples of columns in imports whose rows named somebody or are gone, and what was said of rows that are gone. */
export async function forgetInImports(
  tx: TenantTx,
  importIds: readonly string[],
  phones: readonly string[],
): Promise<void> {
  await tx.run(samples, [tx.clientId, importIds]);
  await tx.run(problems, [tx.clientId, phones]);
}
