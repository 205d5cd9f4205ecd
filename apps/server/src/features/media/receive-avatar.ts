import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { maxAvatarBytes } from '@parley/contract/media';
import type { FastifyRequest } from 'fastify';
import type { FileStore } from './file-store.ts';
import { createAvatar } from './images.ts';
import { receiveImage } from './receive-image.ts';

/** A small square image, re-encoded, so that nothing else in the uploaded file is left in it. */
export type Avatar = { id: string; bytes: Buffer; url: string };

/**
 * Creates an avatar from the image in the body of a request.
 * @throws AppError payload_too_large, media_unusable (empty, not an image, damaged, too many pixels), bad_request
 * (incomplete)
 */
export async function receiveAvatar(fileStore: FileStore, request: FastifyRequest): Promise<Avatar> {
  const declaredBytes = Number(request.headers['content-length'] ?? 0);
  const body = (request.body as Readable | undefined) ?? Readable.from([]);
  const bytes = await receiveImage(fileStore, body, createAvatar, {
    maxBytes: maxAvatarBytes,
    declaredBytes,
    isCutOff: () => request.raw.destroyed && !request.raw.complete,
    field: 'file',
  });
  const id = randomUUID();
  return { id, bytes, url: `/pictures/${id}` };
}
