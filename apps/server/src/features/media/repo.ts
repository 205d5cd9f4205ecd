import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';
import { isUnused } from './used-files.ts';

/** A row of `media_files`. */
export type FileRow = {
  id: string;
  sha256: Buffer;
  size_bytes: number;
  mime_type: string;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  animated: boolean;
  has_thumbnail: boolean;
  /** `waiting`: not served until the malware scanner reports it as clean. */
  scan: 'waiting' | 'clean';
};

const fileColumns =
  'f.id, f.sha256, f.size_bytes, f.mime_type, f.width, f.height, f.duration_ms, f.animated, f.has_thumbnail, f.scan';

const useKnownStatement = statement(
  'media.use_known_file',
  `update media_files f set used_at = now(), scan = case when $4 = 'clean' then 'clean' else f.scan end
   where client_id = $1 and sha256 = $2 and mime_type = $3
   returning ${fileColumns}`,
);

/** The row of bytes that are stored already. Marks them as used, so that cleanup does not remove them. */
export async function useKnownFile(
  tx: TenantTx,
  sha256: Buffer,
  mimeType: string,
  scan: FileRow['scan'],
): Promise<FileRow | null> {
  const [row] = await tx.rows<FileRow>(useKnownStatement, [tx.clientId, sha256, mimeType, scan]);
  return row ?? null;
}

const chargeStatement = statement(
  'media.charge_usage',
  `insert into media_usage as u (client_id, bytes) select $1, $2::bigint where $2::bigint <= $3::bigint
   on conflict (client_id) do update set bytes = u.bytes + excluded.bytes where u.bytes + excluded.bytes <= $3::bigint`,
);

/** Adds to the storage usage. @returns false when the account would exceed its quota */
export async function chargeUsage(tx: TenantTx, bytes: number, mostBytes: number): Promise<boolean> {
  return (await tx.run(chargeStatement, [tx.clientId, bytes, mostBytes])) === 1;
}

const usageStatement = statement('media.find_usage', 'select bytes from media_usage where client_id = $1');

/** Bytes in storage. */
export async function findUsage(tx: TenantTx): Promise<number> {
  const [row] = await tx.rows<{ bytes: string }>(usageStatement, [tx.clientId]);
  return Number(row?.bytes ?? 0);
}

const insertFileStatement = statement(
  'media.insert_file',
  `insert into media_files as f (client_id, id, sha256, size_bytes, mime_type, width, height, duration_ms, animated, has_thumbnail, scan)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (client_id, sha256, mime_type) do nothing`,
);

/** @returns false when a concurrent request stored the same bytes */
export async function insertFile(tx: TenantTx, file: FileRow): Promise<boolean> {
  const written = await tx.run(insertFileStatement, [
    tx.clientId,
    file.id,
    file.sha256,
    file.size_bytes,
    file.mime_type,
    file.width,
    file.height,
    file.duration_ms,
    file.animated,
    file.has_thumbnail,
    file.scan,
  ]);
  return written === 1;
}

const insertUploadStatement = statement(
  'media.insert_upload',
  `insert into media (client_id, id, file_id, filename, state, created_by) values ($1, $2, $3, $4, 'kept', $5)
   on conflict (client_id, id) do nothing`,
);

/** A file uploaded by a member or an API key. @returns false when the id is taken */
export async function insertUpload(
  tx: TenantTx,
  row: { id: string; fileId: string; filename: string | null; createdBy: string },
): Promise<boolean> {
  return (await tx.run(insertUploadStatement, [tx.clientId, row.id, row.fileId, row.filename, row.createdBy])) === 1;
}

/** A row of `media` with its stored bytes, if any. */
export type MediaRow = {
  id: string;
  state: 'waiting' | 'kept' | 'failed' | 'gone' | 'refused';
  reason: string | null;
  filename: string | null;
  channel_id: string | null;
  message_id: string | null;
  created_by: string;
  provider_media_id: string | null;
  file_id: string | null;
  sha256: Buffer | null;
  size_bytes: number | null;
  mime_type: string | null;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  animated: boolean | null;
  has_thumbnail: boolean | null;
  scan: FileRow['scan'] | null;
};

const findStatement = statement(
  'media.find_file',
  `select m.id, m.state, m.reason, m.filename, m.channel_id, m.message_id, m.created_by, m.provider_media_id, m.file_id, f.sha256, f.size_bytes,
     f.mime_type, f.width, f.height, f.duration_ms, f.animated, f.has_thumbnail, f.scan
   from media m left join media_files f on f.client_id = m.client_id and f.id = m.file_id
   where m.client_id = $1 and m.id = $2`,
);

export async function findMedia(tx: TenantTx, id: string): Promise<MediaRow | null> {
  const [row] = await tx.rows<MediaRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

const discardStatement = statement(
  'media.discard_upload',
  `delete from media m where m.client_id = $1 and m.id = $2 and m.message_id is null and m.sent_at is null and ${isUnused}`,
);

/** Deletes an upload that nothing sent or will send; its bytes go with the next cleanup. */
export async function discardUpload(tx: TenantTx, id: string): Promise<void> {
  await tx.run(discardStatement, [tx.clientId, id]);
}

const typesStatement = statement(
  'media.list_types',
  `select m.id, f.mime_type from media m join media_files f on f.client_id = m.client_id and f.id = m.file_id
   where m.client_id = $1 and m.id = any($2) and m.state = 'kept'`,
);

/** The types of files that are still there, by the ids of their media. */
export async function listTypes(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; mime_type: string }>(typesStatement, [tx.clientId, [...new Set(ids)]]);
  return new Map(rows.map(({ id, mime_type }) => [id, mime_type]));
}

const markSentStatement = statement(
  'media.mark_sent',
  `update media set sent_at = coalesce(sent_at, now()) where client_id = $1 and id = $2 and state = 'kept' and message_id is null`,
);

/** Marks an upload as sent in a message. @returns false when the upload no longer exists */
export async function markSent(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(markSentStatement, [tx.clientId, id])) === 1;
}

/** The file of an incoming message, to be copied. */
export type NewCopy = {
  clientId: string;
  id: string;
  channelId: string;
  messageId: string;
  providerMediaId: string;
  filename: string | null;
};

const insertCopiesStatement = statement(
  'media.insert_copies',
  `insert into media (client_id, id, channel_id, message_id, provider_media_id, filename, state, created_by)
   select client_id, id, channel_id, message_id, provider_media_id, filename, 'waiting', 'webhook'
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, id uuid, channel_id uuid, message_id uuid, provider_media_id text,
     filename text)
   on conflict do nothing`,
);

/** Call it in the transaction that inserts the messages. */
export async function insertCopies(tx: Executor, copies: readonly NewCopy[]): Promise<void> {
  const rows = copies.map((copy) => ({
    client_id: copy.clientId,
    id: copy.id,
    channel_id: copy.channelId,
    message_id: copy.messageId,
    provider_media_id: copy.providerMediaId,
    filename: copy.filename,
  }));
  await tx.run(insertCopiesStatement, [JSON.stringify(rows)]);
}

const settleCopyStatement = statement(
  'media.settle_copy',
  `update media set state = $3, file_id = $4, reason = $5, filename = coalesce(filename, $6)
   where client_id = $1 and id = $2 and state <> 'kept'`,
);

/** Stores the result of copying. @returns false when the bytes are stored already */
export async function settleCopy(
  tx: TenantTx,
  id: string,
  outcome: { state: MediaRow['state']; fileId?: string; reason?: string; filename?: string | null },
): Promise<boolean> {
  const { state, fileId = null, reason = null, filename = null } = outcome;
  return (await tx.run(settleCopyStatement, [tx.clientId, id, state, fileId, reason, filename])) === 1;
}

const resetCopyStatement = statement(
  'media.reset_copy',
  `update media set state = 'waiting', reason = null where client_id = $1 and id = $2 and state in ('failed', 'waiting')`,
);

/** @returns false when it is stored already, or no longer available */
export async function resetCopy(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(resetCopyStatement, [tx.clientId, id])) === 1;
}

const knownUploadStatement = statement(
  'media.find_provider_upload',
  `select provider_media_id from media_uploads
   where client_id = $1 and file_id = $2 and channel_id = $3 and uploaded_at > now() - interval '29 days'`,
);

/**
 * WhatsApp's id of an uploaded file for a number; it expires a day before WhatsApp deletes the file, so that it stays
 * valid until sent.
 */
export async function findKnownUpload(tx: TenantTx, fileId: string, channelId: string): Promise<string | null> {
  const [row] = await tx.rows<{ provider_media_id: string }>(knownUploadStatement, [tx.clientId, fileId, channelId]);
  return row?.provider_media_id ?? null;
}

const knownOfMediaStatement = statement(
  'media.find_provider_upload_of',
  `select u.provider_media_id from media m
   join media_uploads u on u.client_id = m.client_id and u.file_id = m.file_id and u.channel_id = $3
   where m.client_id = $1 and m.id = $2 and u.uploaded_at > now() - interval '29 days'`,
);

/** The same by the id of an upload. */
export async function findUploadOfMedia(tx: TenantTx, mediaId: string, channelId: string): Promise<string | null> {
  const [row] = await tx.rows<{ provider_media_id: string }>(knownOfMediaStatement, [tx.clientId, mediaId, channelId]);
  return row?.provider_media_id ?? null;
}

const saveUploadStatement = statement(
  'media.save_provider_upload',
  `insert into media_uploads (client_id, file_id, channel_id, provider_media_id) values ($1, $2, $3, $4)
   on conflict (client_id, file_id, channel_id)
   do update set provider_media_id = excluded.provider_media_id, uploaded_at = now()`,
);

export async function saveProviderUpload(
  tx: TenantTx,
  fileId: string,
  channelId: string,
  providerMediaId: string,
): Promise<void> {
  await tx.run(saveUploadStatement, [tx.clientId, fileId, channelId, providerMediaId]);
}

const forgetUploadStatement = statement(
  'media.delete_provider_upload',
  `delete from media_uploads u using media m
   where m.client_id = $1 and m.id = $2 and u.client_id = m.client_id and u.file_id = m.file_id and u.channel_id = $3`,
);

/** Forgets WhatsApp's id of a file after a failed send: the next attempt uploads the file again. */
export async function forgetProviderUpload(tx: TenantTx, mediaId: string, channelId: string): Promise<void> {
  await tx.run(forgetUploadStatement, [tx.clientId, mediaId, channelId]);
}
