import { statement, type TenantTx } from '../../platform/db/sql.ts';

const findStatement = statement(
  'history.find_imports_naming',
  `select p.import_id as id from history_imports i
   join history_pages p on p.client_id = i.client_id and p.import_id = i.id
   where i.client_id = $1 and i.ended_at is null and i.source is null
     and (p.rows like any($2) or coalesce(i.chat_settings->>'phone_number', '') like any($2))
   union select id from history_imports where client_id = $1 and ended_at is null and source is not null`,
);

const skipsStatement = statement(
  'history.delete_skips_naming',
  'delete from history_skips where client_id = $1 and sample like any($2)',
);

/** Deletes from the lists of what was left out what names one of the texts. @returns unfinished imports whose file names one, and those of tools, of which nobody knows what is still to come */
export async function eraseFromSkips(tx: TenantTx, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
  if (patterns.length === 0) return [];
  await tx.run(skipsStatement, [tx.clientId, patterns]);
  return (await tx.rows<{ id: string }>(findStatement, [tx.clientId, patterns])).map(({ id }) => id);
}
