import type { ContactExport } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

export type ExportRow = {
  id: string;
  contact_id: string;
  state: ContactExport['state'];
  error: string | null;
  thread_id: string | null;
  sort_at: Date | null;
  message_id: string | null;
  parts: number;
  size_bytes: number;
  messages: number;
  created_by: string;
  created_at: Date;
  expires_at: Date;
};
const columns = `id, contact_id, state, error, thread_id, sort_at, message_id, parts, size_bytes, messages, created_by, created_at,
  expires_at`;

const insert = statement(
  'privacy.insert_export',
  `insert into contact_data_exports (client_id, id, contact_id, created_by) values ($1, $2, $3, $4) returning ${columns}`,
);
export async function insertExport(
  tx: TenantTx,
  row: { id: string; contactId: string; author: string },
): Promise<ExportRow> {
  const [made] = await tx.rows<ExportRow>(insert, [tx.clientId, row.id, row.contactId, row.author]);
  if (made === undefined) throw new Error('an export that was written is missing');
  return made;
}

const latest = statement(
  'privacy.find_latest_export',
  `select ${columns} from contact_data_exports where client_id = $1 and contact_id = $2 and expires_at > now()
   order by created_at desc, id desc limit 1`,
);
export async function findLatestExport(tx: TenantTx, contactId: string): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(latest, [tx.clientId, contactId]);
  return row ?? null;
}

const find = statement(
  'privacy.find_export',
  `select ${columns} from contact_data_exports where client_id = $1 and id = $2`,
);
export async function findExport(tx: TenantTx, id: string): Promise<ExportRow | null> {
  const [row] = await tx.rows<ExportRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const add = statement(
  'privacy.add_part',
  `with part as (
     insert into contact_data_export_parts (client_id, export_id, part, body) select client_id, id, parts, $3
     from contact_data_exports where client_id = $1 and id = $2
   )
   update contact_data_exports set state = 'running', parts = parts + 1, size_bytes = size_bytes + octet_length($3),
     messages = messages + $4, thread_id = $5, sort_at = $6, message_id = $7
   where client_id = $1 and id = $2`,
);
/** Appends a part to the file, and saves where the next one starts. */
export async function addPart(
  tx: TenantTx,
  id: string,
  body: string,
  messages: number,
  place: { threadId: string | null; sortAt: Date | null; messageId: string | null },
): Promise<void> {
  await tx.run(add, [tx.clientId, id, body, messages, place.threadId, place.sortAt, place.messageId]);
}

const end = statement(
  'privacy.end_export',
  'update contact_data_exports set state = $3, error = $4 where client_id = $1 and id = $2',
);
export async function endExport(
  tx: TenantTx,
  id: string,
  state: 'done' | 'failed',
  error: string | null,
): Promise<void> {
  await tx.run(end, [tx.clientId, id, state, error]);
}

const part = statement(
  'privacy.read_part',
  'select body from contact_data_export_parts where client_id = $1 and export_id = $2 and part = $3',
);
export async function readPart(tx: TenantTx, id: string, no: number): Promise<string | null> {
  const [row] = await tx.rows<{ body: string }>(part, [tx.clientId, id, no]);
  return row?.body ?? null;
}

const purge = statement('privacy.delete_expired_exports', 'delete from contact_data_exports where expires_at < now()');
export function deleteExpiredExports(tx: Executor): Promise<number> {
  return tx.run(purge);
}
