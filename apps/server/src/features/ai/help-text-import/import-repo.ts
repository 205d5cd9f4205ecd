import type { HelpTextSource } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type ImportedRow = {
  id: string;
  title: string;
  section: string;
  edited: boolean;
  import_id: string;
  request_hash: Buffer;
};

const ofSource = 'client_id = $1 and source_kind = $2 and md5(source_name) = md5($3) and source_name = $3';

const listStatement = statement(
  'ai.list_imported_help_texts',
  `select id, title, source_section as section, version <> imported_version as edited, import_id, request_hash
   from help_texts where ${ofSource} order by id`,
);
const lockStatement = statement(
  'ai.lock_imported_help_texts',
  `select id, title, source_section as section, version <> imported_version as edited, import_id, request_hash
   from help_texts where ${ofSource} order by id for update`,
);
// Two imports of one source at once would each add its sections.
const serializeStatement = statement(
  'ai.serialize_help_text_imports',
  `select pg_advisory_xact_lock(hashtextextended('help_text_imports' || $1::text, 0))`,
);

/** The texts that were imported from a page or file. */
export function listImported(tx: TenantTx, { kind, name }: HelpTextSource): Promise<ImportedRow[]> {
  return tx.rows<ImportedRow>(listStatement, [tx.clientId, kind, name]);
}

/** The same, locked until the transaction ends; another import of the account waits. */
export async function lockImported(tx: TenantTx, { kind, name }: HelpTextSource): Promise<ImportedRow[]> {
  await tx.run(serializeStatement, [tx.clientId]);
  return tx.rows<ImportedRow>(lockStatement, [tx.clientId, kind, name]);
}

const countStatement = statement(
  'ai.count_help_texts',
  'select count(*)::int as texts from help_texts where client_id = $1',
);

export async function countHelpTexts(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ texts: number }>(countStatement, [tx.clientId]);
  return row?.texts ?? 0;
}

const deleteStatement = statement(
  'ai.delete_imported_help_texts',
  'delete from help_texts where client_id = $1 and id = any($2::uuid[])',
);

export async function deleteImported(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(deleteStatement, [tx.clientId, ids]);
}

const putStatement = statement(
  'ai.put_imported_help_texts',
  `insert into help_texts as h (client_id, id, title, body, created_by, updated_by, request_hash,
     source_kind, source_name, source_section, imported_at, imported_version, import_id)
   select $1, n.id, n.title, n.body, $6, $6, $7, $2, $3, n.section, date_trunc('milliseconds', now()), 1, $8
   from jsonb_to_recordset($4::jsonb) as n (id uuid, section text, title text, body text)
   on conflict (client_id, id) do update set title = excluded.title, body = excluded.body,
     updated_by = excluded.updated_by, updated_at = excluded.imported_at, request_hash = excluded.request_hash,
     imported_at = excluded.imported_at, import_id = excluded.import_id,
     version = h.version + 1, imported_version = h.version + 1
   where h.client_id = $1 and h.id = any($5::uuid[])`,
);

export type PutImported = {
  source: HelpTextSource;
  texts: readonly { id: string; section: string; title: string; body: string }[];
  /** Those of `texts` that are there already. */
  known: readonly string[];
  author: string;
  hash: Buffer;
  importId: string;
};

export async function putImported(tx: TenantTx, put: PutImported): Promise<void> {
  const { source, texts, known, author, hash, importId } = put;
  const values = [tx.clientId, source.kind, source.name, JSON.stringify(texts), known, author, hash, importId];
  await tx.run(putStatement, values);
}
