import { Readable } from 'node:stream';
import { maxMediaBytes, sendableMedia } from '@parley/contract/media';
import type { UploadedMedia } from '@parley/contract/types';
import type { FastifyRequest } from 'fastify';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { callId } from '../../platform/http/idempotency.ts';
import type { Platform } from '../../platform/platform.ts';
import { filenameForType, nameFromHeader } from './file-names.ts';
import type { FileStore, ReceivedUpload } from './file-store.ts';
import { findSendProblem, tooLargeMessage } from './media-errors.ts';
import { StorageQuotaExceeded } from './quota.ts';
import { FileTooLarge } from './receive-file.ts';
import { type FileRow, findMedia, insertUpload } from './repo.ts';
import { FileRefused } from './scan/result.ts';

export type UploadResult = { created: boolean; media: UploadedMedia };

/**
 * Stores the file in the body of a request when WhatsApp accepts its type and size. The same Idempotency-Key with the
 * same bytes returns the same file.
 * @throws AppError payload_too_large, media_unusable, media_refused, storage_full, id_conflict, bad_request
 * (incomplete)
 */
export async function uploadMedia(
  platform: Platform,
  fileStore: FileStore,
  actor: AccountActor,
  request: FastifyRequest,
  idempotencyKey: string | undefined,
): Promise<UploadResult> {
  const declared = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const called = nameFromHeader(request.headers['x-filename']);
  if (Number(request.headers['content-length'] ?? 0) > maxMediaBytes) throw tooLarge();
  const received = await receive(fileStore, actor.clientId, request, called);
  const { facts, sizeBytes } = received;
  const filename = filenameForType(called, facts.mimeType);
  const why = sizeBytes === 0 ? 'This file is empty.' : findSendProblem(facts, sizeBytes, declared);
  if (why !== null) {
    await fileStore.discard(received);
    const rule = sendableMedia[facts.mimeType];
    const isTooLarge = rule !== undefined && sizeBytes > rule.maxBytes;
    throw new AppError(isTooLarge ? 'payload_too_large' : 'media_unusable', { data: [{ field: 'file', msg: why }] });
  }
  const { clientId } = actor;
  const id = callId({ actor, idempotencyKey }, 'POST /api/media', undefined);
  const file = await storeFile(fileStore, clientId, received);
  const created = await platform.db.withTenant(clientId, (tx) =>
    insertUpload(tx, { id, fileId: file.id, filename, createdBy: actor.author }),
  );
  if (!created) await refuseOtherContent(platform, clientId, id, file);
  return { created, media: presentUpload(id, filename, file) };
}

async function receive(
  fileStore: FileStore,
  clientId: string,
  request: FastifyRequest,
  filename: string | null,
): Promise<ReceivedUpload> {
  try {
    return await fileStore.receive(
      (request.body as Readable | undefined) ?? Readable.from([]),
      maxMediaBytes,
      filename,
      { clientId, declaredBytes: Number(request.headers['content-length'] ?? 0) },
    );
  } catch (error) {
    if (error instanceof StorageQuotaExceeded) throw storageFull();
    if (error instanceof FileTooLarge) throw tooLarge();
    if (error instanceof FileRefused) {
      throw new AppError('media_refused', { data: [{ field: 'file', msg: error.message }] });
    }
    if (request.raw.destroyed && !request.raw.complete) {
      throw new AppError('bad_request', { message: 'The file was cut off on its way.', cause: error });
    }
    throw error;
  }
}

async function storeFile(fileStore: FileStore, clientId: string, received: ReceivedUpload): Promise<FileRow> {
  try {
    return await fileStore.store(clientId, received);
  } catch (error) {
    await fileStore.discard(received);
    if (!(error instanceof StorageQuotaExceeded)) throw error;
    throw storageFull();
  }
}

function storageFull(): AppError {
  const msg = 'The storage of this account is full. This file was not stored.';
  return new AppError('storage_full', { data: [{ field: 'file', msg }] });
}

async function refuseOtherContent(platform: Platform, clientId: string, id: string, file: FileRow): Promise<void> {
  const existing = await platform.db.withTenant(clientId, (tx) => findMedia(tx, id), { readOnly: true });
  if (existing?.file_id === file.id) return;
  throw new AppError('id_conflict', {
    data: [{ field: 'Idempotency-Key', msg: 'Another file was sent with this key.' }],
  });
}

function tooLarge(): AppError {
  const data = [{ field: 'file', msg: tooLargeMessage(null, maxMediaBytes) }];
  return new AppError('payload_too_large', { data });
}

function presentUpload(id: string, filename: string | null, file: FileRow): UploadedMedia {
  return {
    id,
    mime_type: file.mime_type,
    size_bytes: file.size_bytes,
    sha256: file.sha256.toString('hex'),
    ...(filename === null ? {} : { filename }),
    ...(file.width === null ? {} : { width: file.width }),
    ...(file.height === null ? {} : { height: file.height }),
    ...(file.duration_ms === null ? {} : { duration_ms: file.duration_ms }),
  };
}
