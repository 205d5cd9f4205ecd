import { sendableMedia } from '@parley/contract/media';
import type { MediaKind } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { wrongKindWords } from './media-words.ts';
import { type FileRow, findMedia, type MediaRow, markSent } from './repo.ts';

type Facts = Pick<FileRow, 'mime_type' | 'size_bytes' | 'width' | 'height' | 'duration_ms' | 'has_thumbnail'>;

/** The facts of a file as a message's `content` keeps them. */
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

/** What a person asked to send beside the file. */
export type MediaWish = {
  media_id: string;
  caption?: string | undefined;
  filename?: string | undefined;
  voice?: boolean | undefined;
};

/**
 * The content of a message that shows an uploaded file, which stays from now on.
 * @throws AppError validation_failed with field `<kind>.media_id`
 */
export async function contentForSending(
  tx: TenantTx,
  kind: MediaKind,
  wish: MediaWish,
): Promise<Record<string, unknown>> {
  const field = `${kind}.media_id`;
  const row = await findMedia(tx, wish.media_id);
  const facts = row === null ? null : factsOf(row);
  if (row === null || facts === null || !(await markSent(tx, row.id))) {
    throw invalid(field, 'This file was not found. Upload it again.');
  }
  if (sendableMedia[facts.mime_type]?.kind !== kind) throw invalid(field, wrongKindWords(kind, facts.mime_type));
  if (wish.voice === true && facts.mime_type !== 'audio/ogg') {
    throw invalid('audio.voice', 'A voice message has to be Ogg with Opus. Send it as ordinary sound.');
  }
  const filename = kind === 'document' ? (wish.filename ?? row.filename ?? nameFor(facts.mime_type)) : undefined;
  return {
    ...storedFacts(row.id, facts),
    ...(wish.caption === undefined ? {} : { caption: wish.caption }),
    ...(filename === undefined ? {} : { filename }),
    ...(kind === 'audio' ? { voice: wish.voice === true } : {}),
    ...(kind === 'sticker' ? { animated: row.animated === true } : {}),
  };
}

function factsOf(row: MediaRow): Facts | null {
  const { mime_type, size_bytes, width, height, duration_ms, has_thumbnail } = row;
  if (mime_type === null || size_bytes === null) return null;
  return { mime_type, size_bytes, width, height, duration_ms, has_thumbnail: has_thumbnail === true };
}

/** A document without a name is called by its type, so that the customer's phone knows what to open it with. */
function nameFor(mimeType: string): string {
  return `document.${sendableMedia[mimeType]?.extensions[0] ?? 'bin'}`;
}
