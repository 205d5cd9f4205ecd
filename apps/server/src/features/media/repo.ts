import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

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
};

const fileColumns =
  'f.id, f.sha256, f.size_bytes, f.mime_type, f.width, f.height, f.duration_ms, f.animated, f.has_thumbnail';

const useKnownStatement = statement(
  'media_use_known_file',
  `update media_files f set used_at = now() where client_id = $1 and sha256 = $2 and mime_type = $3
   returning ${fileColumns}`,
);

/** The row of bytes that are kept already. From now on they are in use, so that nothing removes them. */
export async function useKnownFile(tx: TenantTx, sha256: Buffer, mimeType: string): Promise<FileRow | null> {
  const [row] = await tx.rows<FileRow>(useKnownStatement, [tx.clientId, sha256, mimeType]);
  return row ?? null;
}

const chargeStatement = statement(
  'media_charge',
  `insert into media_usage as u (client_id, bytes) select $1, $2::bigint where $2::bigint <= $3::bigint
   on conflict (client_id) do update set bytes = u.bytes + excluded.bytes where u.bytes + excluded.bytes <= $3::bigint`,
);

/** Counts bytes as kept. @returns false when the account would keep more than it may */
export async function chargeUsage(tx: TenantTx, bytes: number, mostBytes: number): Promise<boolean> {
  return (await tx.run(chargeStatement, [tx.clientId, bytes, mostBytes])) === 1;
}

const insertFileStatement = statement(
  'media_insert_file',
  `insert into media_files as f (client_id, id, sha256, size_bytes, mime_type, width, height, duration_ms, animated, has_thumbnail)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
   on conflict (client_id, sha256, mime_type) do nothing`,
);

/** @returns false when the same bytes came another way at the same moment */
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
  ]);
  return written === 1;
}

const insertUploadStatement = statement(
  'media_insert_upload',
  `insert into media (client_id, id, file_id, filename, state, created_by) values ($1, $2, $3, $4, 'kept', $5)
   on conflict (client_id, id) do nothing`,
);

/** A file that a teammate or a program wants to send. @returns false when the id is taken */
export async function insertUpload(
  tx: TenantTx,
  row: { id: string; fileId: string; filename: string | null; createdBy: string },
): Promise<boolean> {
  return (await tx.run(insertUploadStatement, [tx.clientId, row.id, row.fileId, row.filename, row.createdBy])) === 1;
}

/** A row of `media` with the bytes it stands for, if they are here. */
export type MediaRow = {
  id: string;
  state: 'waiting' | 'kept' | 'failed' | 'gone';
  filename: string | null;
  channel_id: string | null;
  message_id: string | null;
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
};

const findStatement = statement(
  'media_by_id',
  `select m.id, m.state, m.filename, m.channel_id, m.message_id, m.provider_media_id, m.file_id, f.sha256, f.size_bytes,
     f.mime_type, f.width, f.height, f.duration_ms, f.animated, f.has_thumbnail
   from media m left join media_files f on f.client_id = m.client_id and f.id = m.file_id
   where m.client_id = $1 and m.id = $2`,
);

export async function findMedia(tx: TenantTx, id: string): Promise<MediaRow | null> {
  const [row] = await tx.rows<MediaRow>(findStatement, [tx.clientId, id]);
  return row ?? null;
}

const markSentStatement = statement(
  'media_mark_sent',
  `update media set sent_at = coalesce(sent_at, now()) where client_id = $1 and id = $2 and state = 'kept' and message_id is null`,
);

/** From now on a message of ours shows it. @returns false when there is no such upload any more */
export async function markSent(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(markSentStatement, [tx.clientId, id])) === 1;
}

/** A file of a message that came in, to be copied. */
export type NewCopy = {
  clientId: string;
  id: string;
  channelId: string;
  messageId: string;
  providerMediaId: string;
  filename: string | null;
};

const insertCopiesStatement = statement(
  'media_insert_copies',
  `insert into media (client_id, id, channel_id, message_id, provider_media_id, filename, state, created_by)
   select client_id, id, channel_id, message_id, provider_media_id, filename, 'waiting', 'webhook'
   from jsonb_to_recordset($1::jsonb) as x(client_id uuid, id uuid, channel_id uuid, message_id uuid, provider_media_id text,
     filename text)
   on conflict do nothing`,
);

/** In the transaction that writes the messages. */
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
  'media_settle_copy',
  `update media set state = $3, file_id = $4, reason = $5, filename = coalesce(filename, $6)
   where client_id = $1 and id = $2 and state <> 'kept'`,
);

/** What became of copying. @returns false when the bytes are here already */
export async function settleCopy(
  tx: TenantTx,
  id: string,
  outcome: { state: MediaRow['state']; fileId?: string; reason?: string; filename?: string | null },
): Promise<boolean> {
  const { state, fileId = null, reason = null, filename = null } = outcome;
  return (await tx.run(settleCopyStatement, [tx.clientId, id, state, fileId, reason, filename])) === 1;
}

const askAgainStatement = statement(
  'media_ask_again',
  `update media set state = 'waiting', reason = null where client_id = $1 and id = $2 and state in ('failed', 'waiting')`,
);

/** @returns false when it is here, or cannot be had any more */
export async function askAgain(tx: TenantTx, id: string): Promise<boolean> {
  return (await tx.run(askAgainStatement, [tx.clientId, id])) === 1;
}

const knownUploadStatement = statement(
  'media_known_upload',
  `select provider_media_id from media_uploads
   where client_id = $1 and file_id = $2 and channel_id = $3 and uploaded_at > now() - interval '29 days'`,
);

/** What WhatsApp calls a file for a number; one day less than WhatsApp keeps it, so that it does not end on the way. */
export async function findKnownUpload(tx: TenantTx, fileId: string, channelId: string): Promise<string | null> {
  const [row] = await tx.rows<{ provider_media_id: string }>(knownUploadStatement, [tx.clientId, fileId, channelId]);
  return row?.provider_media_id ?? null;
}

const noteUploadStatement = statement(
  'media_note_upload',
  `insert into media_uploads (client_id, file_id, channel_id, provider_media_id) values ($1, $2, $3, $4)
   on conflict (client_id, file_id, channel_id)
   do update set provider_media_id = excluded.provider_media_id, uploaded_at = now()`,
);

export async function noteUpload(
  tx: TenantTx,
  fileId: string,
  channelId: string,
  providerMediaId: string,
): Promise<void> {
  await tx.run(noteUploadStatement, [tx.clientId, fileId, channelId, providerMediaId]);
}

const forgetUploadStatement = statement(
  'media_forget_upload',
  `delete from media_uploads u using media m
   where m.client_id = $1 and m.id = $2 and u.client_id = m.client_id and u.file_id = m.file_id and u.channel_id = $3`,
);

/** A message could not be sent with what WhatsApp called its file: the next try gives it the file anew. */
export async function forgetProviderUpload(tx: TenantTx, mediaId: string, channelId: string): Promise<void> {
  await tx.run(forgetUploadStatement, [tx.clientId, mediaId, channelId]);
}
