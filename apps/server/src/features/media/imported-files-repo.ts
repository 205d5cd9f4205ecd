import { sendableMedia } from '@parley/contract/media';
import type { MediaKind } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { FileStore } from './file-store.ts';
import { tooLargeMessage } from './media-errors.ts';
import { StorageQuotaExceeded } from './quota.ts';
import { FileTooLarge } from './receive-file.ts';
import type { FileRow } from './repo.ts';
import { FileRefused } from './scan/result.ts';
import { storedFacts } from './send-media.ts';

/** A file of a message from another tool, stored, and the kind of message that shows it. */
export type StoredFile = { file: FileRow; kind: MediaKind };

/**
 * Stores bytes once an account, however often they come.
 * @throws AppError storage_full, payload_too_large, media_refused
 */
export async function storeBytes(
  fileStore: FileStore,
  clientId: string,
  bytes: AsyncIterable<Uint8Array>,
  { mostBytes, filename }: { mostBytes: number; filename: string },
): Promise<StoredFile> {
  try {
    const received = await fileStore.receive(bytes, mostBytes, filename, { clientId, declaredBytes: 0 });
    const file = await fileStore.store(clientId, received).catch(async (error: unknown) => {
      await fileStore.discard(received);
      throw error;
    });
    return { file, kind: kindOf(file) };
  } catch (error) {
    if (error instanceof StorageQuotaExceeded)
      throw new AppError('storage_full', {
        message: 'The storage of this account is full. Delete files, then continue.',
      });
    if (error instanceof FileTooLarge)
      throw new AppError('payload_too_large', { message: tooLargeMessage(null, mostBytes) });
    if (error instanceof FileRefused)
      throw new AppError('media_refused', { data: [{ field: 'file', msg: error.message }] });
    throw error;
  }
}

function kindOf({ mime_type: type, width }: FileRow): MediaKind {
  const kind = sendableMedia[type]?.kind;
  if (kind !== undefined) return kind;
  if (type.startsWith('image/') && width !== null) return 'image';
  return type.startsWith('audio/') ? 'audio' : 'document';
}

/** The content of a message with a stored file. */
export function contentOfStored(
  mediaId: string,
  { file, kind }: StoredFile,
  { caption, filename, voice }: { caption: string; filename: string; voice: boolean },
): Record<string, unknown> {
  return {
    ...storedFacts(mediaId, file),
    ...(caption === '' ? {} : { caption }),
    ...(kind === 'document' ? { filename } : {}),
    ...(kind === 'audio' ? { voice } : {}),
    ...(kind === 'sticker' ? { animated: file.animated } : {}),
  };
}

const insertStatement = statement(
  'media.insert_imported',
  `insert into media (client_id, id, file_id, filename, message_id, state, created_by)
   select $1, id, file_id, filename, message_id, 'kept', 'import'
   from jsonb_to_recordset($2::jsonb) as x(id uuid, file_id uuid, filename text, message_id uuid)
   on conflict do nothing`,
);

/** Files of messages that an import brought; they go with their message. */
export async function insertImportedMedia(
  tx: TenantTx,
  rows: ReadonlyArray<{ id: string; file_id: string; filename: string; message_id: string }>,
): Promise<void> {
  if (rows.length > 0) await tx.run(insertStatement, [tx.clientId, JSON.stringify(rows)]);
}
