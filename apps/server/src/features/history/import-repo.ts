import type { ChatSettings, HistoryCounts, HistoryImport } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import type { ImportSource } from './sources/tool.ts';

/** What reading found in a chat export. */
export type Chat = Omit<NonNullable<HistoryImport['chat']>, 'settings'>;

export type HistoryImportRow = {
  id: string;
  name: string;
  state: HistoryImport['state'];
  format: HistoryImport['format'];
  channel_id: string;
  received_bytes: number;
  chat: Chat | null;
  chat_settings: ChatSettings | null;
  source: ImportSource | null;
  page: number;
  row_at: number;
  seen: string[];
  trial: boolean;
  found: Partial<HistoryCounts>;
  imported: Partial<HistoryCounts>;
  known: number;
  skipped: Record<string, number>;
  done: number;
  step_done: number;
  error: string | null;
  created_by: string;
  created_at: Date;
  started_at: Date | null;
  step_at: Date | null;
  ended_at: Date | null;
  request_hash: Buffer;
  /** Its file was deleted. */
  purged: boolean;
  /** Database time, for rates. */
  now: Date;
  key: string;
};

const columns = `id, name, state, format, channel_id, received_bytes, chat, chat_settings, source, page, row_at, seen, trial, found, imported, known,
  skipped, done, step_done, error, created_by, created_at, started_at, step_at, ended_at, request_hash,
  purged_at is not null as purged, now() as now, created_at::text as key`;

const insert = statement(
  'history.insert_import',
  `insert into history_imports (client_id, id, name, channel_id, created_by, request_hash, state, format, source, key_enc)
   values ($1, $2, $3, $4, $5, $6, case when $7::text is null then 'uploading' else 'ready' end, $7, $8, $9)
   on conflict (client_id, id) do nothing`,
);

/** With a tool it is ready; otherwise a file follows. @returns false when the id is taken */
export async function insertImport(
  tx: TenantTx,
  row: { id: string; name: string; channelId: string; createdBy: string; requestHash: Buffer },
  tool: { source: ImportSource; key: Buffer } | null,
): Promise<boolean> {
  const values = [tx.clientId, row.id, row.name, row.channelId, row.createdBy, row.requestHash];
  const of = tool === null ? [null, null, null] : [tool.source.tool, JSON.stringify(tool.source), tool.key];
  return (await tx.run(insert, [...values, ...of])) === 1;
}

const find = statement(
  'history.find_import',
  `select ${columns} from history_imports where client_id = $1 and id = $2`,
);
export async function findImport(tx: TenantTx, id: string): Promise<HistoryImportRow | null> {
  const [row] = await tx.rows<HistoryImportRow>(find, [tx.clientId, id]);
  return row ?? null;
}

const lock = statement(
  'history.lock_import',
  `select ${columns} from history_imports where client_id = $1 and id = $2 for no key update`,
);
export async function lockImport(tx: TenantTx, id: string): Promise<HistoryImportRow | null> {
  const [row] = await tx.rows<HistoryImportRow>(lock, [tx.clientId, id]);
  return row ?? null;
}

const list = statement(
  'history.list_imports',
  `select ${columns} from history_imports where client_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
   order by created_at desc, id desc limit $4`,
);
/** Latest first. */
export function listImports(
  tx: TenantTx,
  before: { key: string; id: string },
  limit: number,
): Promise<HistoryImportRow[]> {
  return tx.rows(list, [tx.clientId, before.key, before.id, limit]);
}

export type ImportPatch = Partial<
  Pick<
    HistoryImportRow,
    | 'state'
    | 'format'
    | 'chat'
    | 'chat_settings'
    | 'source'
    | 'page'
    | 'row_at'
    | 'seen'
    | 'trial'
    | 'found'
    | 'imported'
    | 'known'
    | 'skipped'
    | 'done'
    | 'error'
  >
> & {
  /** Stamps the time of a step, or of the end. */
  begins?: 'step' | 'end';
};

const update = statement(
  'history.update_import',
  `update history_imports i set (state, format, chat, chat_settings, source, page, row_at, seen, trial, found, imported, known, skipped, done, error) = (
     select x.state, x.format, x.chat, x.chat_settings, x.source, x.page, x.row_at,
       case when x.state in ('running', 'paused') then x.seen else '[]' end, x.trial, x.found, x.imported, x.known, x.skipped, x.done, x.error
     from jsonb_populate_record(i, $3::jsonb) x),
     step_at = case when $4 = 'step' then now() else i.step_at end,
     step_done = case when $4 = 'step' then i.done else i.step_done end,
     started_at = case when $4 = 'step' then coalesce(i.started_at, now()) else i.started_at end,
     key_enc = case when $4 = 'end' then null else i.key_enc end,
     ended_at = case when $4 = 'end' then now() else i.ended_at end
   where i.client_id = $1 and i.id = $2 returning ${columns}`,
);

/** Changes what is given, null included. */
export async function updateImport(tx: TenantTx, id: string, patch: ImportPatch): Promise<HistoryImportRow> {
  const { begins, ...values } = patch;
  const [row] = await tx.rows<HistoryImportRow>(update, [tx.clientId, id, JSON.stringify(values), begins ?? '']);
  if (row === undefined) throw new Error('a locked import is gone');
  return row;
}

const stored = statement(
  'history.sum_uploads',
  'select coalesce(sum(received_bytes), 0)::bigint as bytes from history_imports where client_id = $1 and ended_at is null',
);
/** Bytes of the files of an account's imports that are not deleted. */
export async function measureUploads(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ bytes: string }>(stored, [tx.clientId]);
  return Number(row?.bytes ?? 0);
}

const addPart = statement(
  'history.add_upload',
  `with part as (
     insert into history_uploads (client_id, import_id, at_byte, bytes) values ($1, $2, $3, $4)
     on conflict do nothing returning 1
   )
   update history_imports set received_bytes = received_bytes + length($4::bytea)
   where client_id = $1 and id = $2 and exists (select from part)`,
);
export async function addUpload(tx: TenantTx, id: string, atByte: number, bytes: Buffer): Promise<void> {
  await tx.run(addPart, [tx.clientId, id, atByte, bytes]);
}

const partFrom = statement(
  'history.read_upload',
  `select substring(bytes from ($3::bigint - at_byte + 1)::int for $4) as bytes from history_uploads
   where client_id = $1 and import_id = $2 and at_byte <= $3 order by at_byte desc limit 1`,
);
/** At most `most` bytes of a file. @returns none after its end */
export async function readUpload(tx: TenantTx, id: string, from: number, most: number): Promise<Buffer> {
  const [row] = await tx.rows<{ bytes: Buffer }>(partFrom, [tx.clientId, id, from, most]);
  return row?.bytes ?? Buffer.alloc(0);
}

const putPageStatement = statement(
  'history.put_page',
  `insert into history_pages (client_id, import_id, page, rows) values ($1, $2, $3, $4)
   on conflict (client_id, import_id, page) do update set rows = excluded.rows`,
);
export async function putPage(tx: TenantTx, id: string, page: number, rows: readonly unknown[]): Promise<void> {
  await tx.run(putPageStatement, [tx.clientId, id, page, JSON.stringify(rows)]);
}

const readPageStatement = statement(
  'history.read_page',
  'select rows from history_pages where client_id = $1 and import_id = $2 and page = $3',
);
/** @returns null after the last page */
export async function readPage<R>(tx: TenantTx, id: string, page: number): Promise<R[] | null> {
  const [row] = await tx.rows<{ rows: string }>(readPageStatement, [tx.clientId, id, page]);
  return row === undefined ? null : (JSON.parse(row.rows) as R[]);
}

const dropPageStatement = statement(
  'history.delete_page',
  'delete from history_pages where client_id = $1 and import_id = $2 and page = $3',
);
export async function deletePage(tx: TenantTx, id: string, page: number): Promise<void> {
  await tx.run(dropPageStatement, [tx.clientId, id, page]);
}

const clearStatement = statement(
  'history.delete_pages',
  'delete from history_pages where client_id = $1 and import_id = $2',
);
export async function deletePages(tx: TenantTx, id: string): Promise<void> {
  await tx.run(clearStatement, [tx.clientId, id]);
}

export type Skip = { place: string; reason: string; sample: string };

const addSkipsStatement = statement(
  'history.add_skips',
  `insert into history_skips (client_id, import_id, no, place, reason, sample)
   select $1, $2, n.last + x.ord, x.place, x.reason, x.sample
   from (select coalesce(max(no), 0) as last from history_skips where client_id = $1 and import_id = $2) n
   cross join unnest($3::text[], $4::text[], $5::text[]) with ordinality as x(place, reason, sample, ord)
   where n.last + x.ord <= $6`,
);
/** Lists what was left out, as long as there is room. */
export async function addSkips(tx: TenantTx, id: string, skips: readonly Skip[], most: number): Promise<void> {
  if (skips.length === 0) return;
  await tx.run(addSkipsStatement, [
    tx.clientId,
    id,
    skips.map(({ place }) => place),
    skips.map(({ reason }) => reason),
    skips.map(({ sample }) => sample),
    most,
  ]);
}

const skipsStatement = statement(
  'history.list_skips',
  'select place, reason, sample from history_skips where client_id = $1 and import_id = $2 order by no',
);
export function listSkips(tx: TenantTx, id: string): Promise<Skip[]> {
  return tx.rows(skipsStatement, [tx.clientId, id]);
}

export type MadeKind = 'contact' | 'thread' | 'note' | 'reply';

const addMadeStatement = statement(
  'history.add_rows',
  `insert into history_rows (client_id, import_id, kind, row_id) select $1, $2, $3, unnest($4::uuid[]) on conflict do nothing`,
);
/** Remembers what an import made. */
export async function addMade(tx: TenantTx, id: string, kind: MadeKind, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.run(addMadeStatement, [tx.clientId, id, kind, ids]);
}

const findMadeStatement = statement(
  'history.find_rows',
  'select row_id as id from history_rows where client_id = $1 and import_id = $2 and kind = $3 and row_id = any($4)',
);
/** Those of some rows that an import made. */
export async function findMade(tx: TenantTx, id: string, kind: MadeKind, ids: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(findMadeStatement, [tx.clientId, id, kind, ids])).map((row) => row.id);
}

const takeMadeStatement = statement(
  'history.take_rows',
  `delete from history_rows where client_id = $1 and import_id = $2 and kind = $3 and row_id in (
     select row_id from history_rows where client_id = $1 and import_id = $2 and kind = $3 order by row_id limit $4)
   returning row_id as id`,
);
/** Takes the next of what an import made off its list. */
export async function takeMade(tx: TenantTx, id: string, kind: MadeKind, limit: number): Promise<string[]> {
  return (await tx.rows<{ id: string }>(takeMadeStatement, [tx.clientId, id, kind, limit])).map((row) => row.id);
}

const dropStatement = statement(
  'history.delete_uploads',
  'delete from history_uploads where client_id = $1 and import_id = $2',
);
/** Deletes the file of an import that has ended, and what was read of it. */
export async function deleteFile(tx: TenantTx, id: string): Promise<void> {
  await tx.run(dropStatement, [tx.clientId, id]);
  await deletePages(tx, id);
}

const purge = statement(
  'history.delete_old_rows',
  `with old as materialized (
     update history_imports i set purged_at = now() where (i.client_id, i.id) in (
       select client_id, id from history_imports where ended_at < now() - interval '30 days' and purged_at is null
       order by ended_at limit 200)
     returning i.client_id, i.id
   )
   delete from history_rows r using old o where r.client_id = o.client_id and r.import_id = o.id`,
);

const abandon = statement(
  'history.cancel_abandoned',
  `with old as (
     update history_imports set state = 'cancelled', ended_at = now(), seen = '[]', key_enc = null
     where ended_at is null and state = any('{uploading,ready,paused,tried}')
       and coalesce(step_at, created_at) < now() - interval '30 days'
     returning client_id, id
   ), pages as (
     delete from history_pages p using old o where p.client_id = o.client_id and p.import_id = o.id
   )
   delete from history_uploads u using old o where u.client_id = o.client_id and u.import_id = o.id`,
);

/** After thirty days an import can't be undone any more, and one that nobody continued has ended. */
export async function deleteOldImportRows(tx: Executor): Promise<void> {
  await Promise.all([tx.run(abandon), tx.run(purge)]);
}
