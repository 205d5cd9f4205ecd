import { statement, type TenantTx } from '../../platform/db/sql.ts';

/** SQL of a mapping whose custom field $2 is now named $3. */
const renamed = (mapping: string) => `(
  select jsonb_agg(case when name_key(m->>'field') = name_key($2) then jsonb_set(m, '{field}', to_jsonb($3::text)) else m end order by ord)
  from jsonb_array_elements(${mapping}) with ordinality x(m, ord))`;
const namesField = (mapping: string) =>
  `exists (select from jsonb_array_elements(${mapping}) m where name_key(m->>'field') = name_key($2))`;

const savedMappings = statement(
  'imports.rename_field_in_mappings',
  `update import_mappings i set mapping = ${renamed('i.mapping')} where i.client_id = $1 and ${namesField('i.mapping')}`,
);
const openImports = statement(
  'imports.rename_field_in_imports',
  `update imports i set mapping = ${renamed('i.mapping')}
   where i.client_id = $1 and i.ended_at is null and jsonb_typeof(i.mapping) = 'array' and ${namesField('i.mapping')}`,
);
const sources = statement(
  'imports.rename_field_in_sources',
  `update import_sources i set mapping = ${renamed('i.mapping')}, version = i.version + 1
   where i.client_id = $1 and ${namesField('i.mapping')}`,
);
/** Follows a new name of a custom field in saved mappings, in sources, and in imports that have not ended. */
export async function renameFieldInImports(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx.run(savedMappings, [tx.clientId, from, to]);
  await tx.run(openImports, [tx.clientId, from, to]);
  await tx.run(sources, [tx.clientId, from, to]);
}
