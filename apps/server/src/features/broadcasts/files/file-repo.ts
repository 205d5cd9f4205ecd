import type { CampaignFile } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

export type FileColumn = CampaignFile['columns'][number];

export type FileRow = {
  id: string;
  name: string;
  state: CampaignFile['state'];
  format: string | null;
  encoding: string | null;
  delimiter: string | null;
  has_header: boolean;
  received_bytes: number;
  columns: FileColumn[];
  phone_column: number | null;
  code_column: number | null;
  name_column: number | null;
  reading: number;
  rows_done: number;
  good: number;
  invalid: number;
  duplicates: number;
  error: string | null;
  created_by: string;
  created_at: Date;
  read_at: Date | null;
  purged_at: Date | null;
  request_hash: Buffer;
};

const columns = `id, name, state, format, encoding, delimiter, has_header, received_bytes, columns, phone_column, code_column, name_column,
  reading, rows_done, good, invalid, duplicates, error, created_by, created_at, read_at, purged_at, request_hash`;

const insert = statement(
  'broadcasts.insert_file',
  `insert into campaign_files (client_id, id, name, created_by, request_hash) values ($1, $2, $3, $4, $5)
   on conflict (client_id, id) do nothing`,
);
/** @returns false when the id is taken */
export async function insertFile(
  tx: TenantTx,
  file: { id: string; name: string; createdBy: string; requestHash: Buffer },
): Promise<boolean> {
  return (await tx.run(insert, [tx.clientId, file.id, file.name, file.createdBy, file.requestHash])) === 1;
}

const find = statement(
  'broadcasts.find_file',
  `select ${columns} from campaign_files where client_id = $1 and id = $2`,
);
export async function findFile(tx: TenantTx, id: string): Promise<FileRow | null> {
  const [row] = await tx.rows<FileRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const lock = statement(
  'broadcasts.lock_file',
  `select ${columns} from campaign_files where client_id = $1 and id = $2 for update`,
);
/** Locked until commit. */
export async function lockFile(tx: TenantTx, id: string): Promise<FileRow | null> {
  const [row] = await tx.rows<FileRow>(lock, [tx.clientId, id]);
  return row ?? null;
}

const naming = statement(
  'broadcasts.list_campaigns_of_file',
  `select channel_id, created_by from campaigns where client_id = $1 and audience ? 'file_id' and audience->>'file_id' = $2`,
);
/** The broadcasts whose audience names a file. */
export function listCampaignsOfFile(
  tx: TenantTx,
  id: string,
): Promise<Array<{ channel_id: string; created_by: string }>> {
  return tx.rows(naming, [tx.clientId, id]);
}

const storedStatement = statement(
  'broadcasts.sum_files',
  `select coalesce(sum(received_bytes), 0)::bigint as bytes from campaign_files
   where client_id = $1 and purged_at is null`,
);
/** Bytes of the files of an account that are not deleted. */
export async function measureFiles(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ bytes: string }>(storedStatement, [tx.clientId]);
  return Number(row?.bytes ?? 0);
}

const addPart = statement(
  'broadcasts.add_file_part',
  `with part as (
     insert into campaign_file_parts (client_id, file_id, at_byte, bytes) values ($1, $2, $3, $4)
     on conflict do nothing returning 1
   )
   update campaign_files set received_bytes = received_bytes + length($4::bytea)
   where client_id = $1 and id = $2 and exists (select from part)`,
);
export async function addFilePart(tx: TenantTx, id: string, atByte: number, bytes: Buffer): Promise<void> {
  await tx.run(addPart, [tx.clientId, id, atByte, bytes]);
}

const partFrom = statement(
  'broadcasts.read_file_part',
  `select substring(bytes from ($3::bigint - at_byte + 1)::int for $4) as bytes from campaign_file_parts
   where client_id = $1 and file_id = $2 and at_byte <= $3 order by at_byte desc limit 1`,
);
/** At most `most` bytes of a file. @returns none after its end */
export async function readFilePart(tx: TenantTx, id: string, from: number, most: number): Promise<Buffer> {
  const [row] = await tx.rows<{ bytes: Buffer }>(partFrom, [tx.clientId, id, from, most]);
  return row?.bytes ?? Buffer.alloc(0);
}

export type Reading = Pick<
  FileRow,
  'has_header' | 'encoding' | 'delimiter' | 'phone_column' | 'code_column' | 'name_column'
>;

const begin = statement(
  'broadcasts.begin_reading_file',
  `update campaign_files set state = 'reading', reading = reading + 1, has_header = $3, encoding = $4, delimiter = $5, phone_column = $6, code_column = $7,
     name_column = $8, rows_done = 0, good = 0, invalid = 0, duplicates = 0, error = null where client_id = $1 and id = $2`,
);
export async function beginReadingFile(tx: TenantTx, id: string, reading: Reading): Promise<void> {
  const { has_header, encoding, delimiter, phone_column, code_column, name_column } = reading;
  const given = [has_header, encoding, delimiter, phone_column, code_column, name_column];
  await tx.run(begin, [tx.clientId, id, ...given]);
}

const found = statement(
  'broadcasts.save_file_columns',
  `update campaign_files set format = $3, encoding = $4, delimiter = $5, columns = $6::jsonb, phone_column = $7, code_column = $8,
     name_column = $9 where client_id = $1 and id = $2 and state = 'reading'`,
);
export async function saveFileColumns(
  tx: TenantTx,
  id: string,
  what: Pick<FileRow, 'format' | 'encoding' | 'delimiter' | 'columns' | 'phone_column' | 'code_column' | 'name_column'>,
): Promise<void> {
  const places = [what.phone_column, what.code_column, what.name_column];
  const given = [what.format, what.encoding, what.delimiter, JSON.stringify(what.columns), ...places];
  await tx.run(found, [tx.clientId, id, ...given]);
}

const finish = statement(
  'broadcasts.finish_reading_file',
  `update campaign_files set state = $3, error = $4, read_at = now(),
     good = case when $3 = 'failed' then 0 else good end, invalid = case when $3 = 'failed' then 0 else invalid end,
     duplicates = case when $3 = 'failed' then 0 else duplicates end
   where client_id = $1 and id = $2 and state = 'reading'`,
);
export async function finishReadingFile(
  tx: TenantTx,
  id: string,
  state: 'mapping' | 'ready' | 'failed',
  error: string | null,
): Promise<void> {
  await tx.run(finish, [tx.clientId, id, state, error]);
}

const purge = statement(
  'broadcasts.delete_old_file_rows',
  `with old as materialized (
     select f.client_id, f.id, exists (select from campaigns c where c.client_id = f.client_id and c.audience ? 'file_id'
       and c.audience->>'file_id' = f.id::text) as named
     from campaign_files f where f.purged_at is null and f.created_at < now() - interval '1 day'
       and not exists (select from campaigns c where c.client_id = f.client_id and c.audience ? 'file_id'
         and c.audience->>'file_id' = f.id::text
         and (c.state in ('DRAFT', 'SCHEDULED') or c.preparing or coalesce(c.started_at, now()) > now() - interval '7 days'))
     order by f.created_at limit 50
   ), unnamed as (
     delete from campaign_files f using old o where f.client_id = o.client_id and f.id = o.id and not o.named
   ), parts as (
     delete from campaign_file_parts p using old o where o.named and p.client_id = o.client_id and p.file_id = o.id
   ), lines as (
     delete from campaign_file_rows r using old o where o.named and r.client_id = o.client_id and r.file_id = o.id
   )
   update campaign_files f set purged_at = now(), columns = '[]' from old o
   where o.named and f.client_id = o.client_id and f.id = o.id`,
);
/** Deletes files that no draft names a day after they came, and rows a week after their broadcast has started. */
export async function deleteOldFileRows(tx: Executor): Promise<void> {
  await tx.run(purge);
}
