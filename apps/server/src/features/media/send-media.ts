import { sendableMedia } from '@parley/contract/media';
import type { MediaKind } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { wrongKindMessage } from './media-errors.ts';
import { type FileRow, findMedia, listTypes, type MediaRow, markSent } from './repo.ts';

type Facts = Pick<FileRow, 'mime_type' | 'size_bytes' | 'width' | 'height' | 'duration_ms' | 'has_thumbnail'>;

/** The facts of a file as stored in the `content` of a message. */
export function storedFacts(mediaId: string, file: Facts): Record<string, unknown> {
  return {
    media_id: mediaId,
    state: 'ready',
    mime_type: file.mime_type,
    size_bytes: file.size_bytes,
    ...(file.width === null ? {} : { width: file.width }),
    ...(file.height === null ? {} : { height: file.height }),
    ...(file.duration_ms === null ? {} : { duration_ms: file.duration_ms }),
    ...(file.has_thumbnail ? { thumbnail: true } : {}),
  };
}

/** The content of a send request with a file. */
export type MediaSendOptions = {
  media_id: string;
  caption?: string | undefined;
  filename?: string | undefined;
  voice?: boolean | undefined;
};

/**
 * The content of a message with an uploaded file, which is marked as sent.
 * @throws AppError validation_failed with field `<kind>.media_id`
 */
export async function contentForSending(
  tx: TenantTx,
  kind: MediaKind,
  options: MediaSendOptions,
): Promise<Record<string, unknown>> {
  const field = `${kind}.media_id`;
  const row = await findMedia(tx, options.media_id);
  const facts = row === null ? null : factsOf(row);
  if (row === null || facts === null || !(await markSent(tx, row.id))) {
    throw invalid(field, 'This file was not found. Upload it again.');
  }
  if (sendableMedia[facts.mime_type]?.kind !== kind) throw invalid(field, wrongKindMessage(kind, facts.mime_type));
  if (options.voice === true && facts.mime_type !== 'audio/ogg') {
    throw invalid('audio.voice', 'A voice message has to be Ogg with Opus. Send it as ordinary sound.');
  }
  const filename = kind === 'document' ? (options.filename ?? row.filename ?? nameFor(facts.mime_type)) : undefined;
  return {
    ...storedFacts(row.id, facts),
    ...(options.caption === undefined ? {} : { caption: options.caption }),
    ...(filename === undefined ? {} : { filename }),
    ...(kind === 'audio' ? { voice: options.voice === true } : {}),
    ...(kind === 'sticker' ? { animated: row.animated === true } : {}),
  };
}

/** A file that is to be sent as a kind of message. */
export type FileAsKind = { kind: MediaKind; mediaId: string };

/** Why each of these can't be sent, or null: it is gone, or a file of another kind. */
export async function findFileProblems(tx: TenantTx, files: readonly FileAsKind[]): Promise<(string | null)[]> {
  const types = await listTypes(tx, files.map(({ mediaId }) => mediaId).filter(isUuid));
  return files.map(({ kind, mediaId }) => {
    const type = types.get(mediaId);
    if (type === undefined) return 'The file was deleted. Choose another.';
    return sendableMedia[type]?.kind === kind ? null : wrongKindMessage(kind, type);
  });
}

/** What an upload is, for those who send it later; null when it is gone or cannot be sent. */
export async function describeUpload(
  tx: TenantTx,
  mediaId: string,
): Promise<{ filename: string; mime_type: string; size_bytes: number } | null> {
  const row = await findMedia(tx, mediaId);
  const facts = row === null || row.state !== 'kept' || row.message_id !== null ? null : factsOf(row);
  if (row === null || facts === null || sendableMedia[facts.mime_type] === undefined) return null;
  const { mime_type, size_bytes } = facts;
  return { filename: row.filename ?? nameFor(mime_type), mime_type, size_bytes };
}

/** An uploaded file in the header of a template or an interactive message. */
export type HeaderFile = { kind: 'image' | 'video' | 'document'; mediaId: string };

/** What a message with such a file stores beside its content. */
type StoredHeaderFile = { media_id: string; header_file: Record<string, unknown> };

/**
 * Like `contentForSending`, for the file of a header.
 * @param field the place of the file in the request
 * @throws AppError validation_failed with that field
 */
export async function headerFileForSending(
  tx: TenantTx,
  { kind, mediaId }: HeaderFile,
  field: string,
): Promise<StoredHeaderFile> {
  if (!isUuid(mediaId)) throw invalid(field, 'This file was not found. Upload it again.');
  try {
    const { media_id: _same, ...facts } = await contentForSending(tx, kind, { media_id: mediaId });
    return { media_id: mediaId, header_file: facts };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw invalid(field, error.data[0]?.msg ?? error.message);
  }
}

function factsOf(row: MediaRow): Facts | null {
  const { mime_type, size_bytes, width, height, duration_ms, has_thumbnail } = row;
  if (mime_type === null || size_bytes === null) return null;
  return { mime_type, size_bytes, width, height, duration_ms, has_thumbnail: has_thumbnail === true };
}

/** A document without a name gets one from its type, so that the customer's phone can open it. */
function nameFor(mimeType: string): string {
  return `document.${sendableMedia[mimeType]?.extensions[0] ?? 'bin'}`;
}
