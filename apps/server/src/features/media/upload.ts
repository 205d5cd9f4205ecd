import { Readable } from 'node:stream';
import { mostMediaBytes, sendableMedia } from '@parley/contract/media';
import type { UploadedMedia } from '@parley/contract/types';
import type { FastifyRequest } from 'fastify';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { idFromKey, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { nameFromHeader } from './file-names.ts';
import { type FileKeeper, type Received, StorageFull } from './keep-file.ts';
import { tooLargeWords, whyNotSendable } from './media-words.ts';
import { FileTooLarge } from './receive-file.ts';
import { type FileRow, findMedia, insertUpload } from './repo.ts';

export type Uploaded = { created: boolean; media: UploadedMedia };

/**
 * Keeps the file that a request's body is, when WhatsApp would take it. The same Idempotency-Key with the same bytes
 * answers the same.
 * @throws AppError payload_too_large, media_unusable, storage_full, id_conflict, bad_request (cut off on the way)
 */
export async function uploadMedia(
  platform: Platform,
  keeper: FileKeeper,
  actor: AccountActor,
  request: FastifyRequest,
  idempotencyKey: string | undefined,
): Promise<Uploaded> {
  const declared = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const filename = nameFromHeader(request.headers['x-filename']);
  if (Number(request.headers['content-length'] ?? 0) > mostMediaBytes) throw tooLarge();
  const received = await receive(keeper, request, filename);
  const { facts, sizeBytes } = received;
  const why = sizeBytes === 0 ? 'This file is empty.' : whyNotSendable(facts, sizeBytes, declared);
  if (why !== null) {
    await keeper.drop(received);
    const rule = sendableMedia[facts.mimeType];
    const isTooLarge = rule !== undefined && sizeBytes > rule.mostBytes;
    throw new AppError(isTooLarge ? 'payload_too_large' : 'media_unusable', { data: [{ field: 'file', msg: why }] });
  }
  const { clientId } = actor;
  const id =
    idempotencyKey === undefined ? newId() : idFromKey(clientId, actor.author, 'POST /api/media', idempotencyKey);
  const file = await keep(keeper, clientId, received);
  const created = await platform.db.withTenant(clientId, (tx) =>
    insertUpload(tx, { id, fileId: file.id, filename, createdBy: actor.author }),
  );
  if (!created) await refuseOtherContent(platform, clientId, id, file);
  return { created, media: presentUpload(id, filename, file) };
}

async function receive(keeper: FileKeeper, request: FastifyRequest, filename: string | null): Promise<Received> {
  try {
    return await keeper.receive((request.body as Readable | undefined) ?? Readable.from([]), mostMediaBytes, filename);
  } catch (error) {
    if (error instanceof FileTooLarge) throw tooLarge();
    if (request.raw.destroyed && !request.raw.complete) {
      throw new AppError('bad_request', { message: 'The file was cut off on its way.', cause: error });
    }
    throw error;
  }
}

async function keep(keeper: FileKeeper, clientId: string, received: Received): Promise<FileRow> {
  try {
    return await keeper.keep(clientId, received);
  } catch (error) {
    await keeper.drop(received);
    if (!(error instanceof StorageFull)) throw error;
    throw new AppError('storage_full', {
      data: [{ field: 'file', msg: 'This account keeps as many files as it may. Nothing was kept of this one.' }],
    });
  }
}

async function refuseOtherContent(platform: Platform, clientId: string, id: string, file: FileRow): Promise<void> {
  const held = await platform.db.withTenant(clientId, (tx) => findMedia(tx, id), { readOnly: true });
  if (held?.file_id === file.id) return;
  throw new AppError('id_conflict', {
    data: [{ field: 'Idempotency-Key', msg: 'Another file was sent with this key.' }],
  });
}

function tooLarge(): AppError {
  const data = [{ field: 'file', msg: tooLargeWords(null, mostMediaBytes) }];
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
