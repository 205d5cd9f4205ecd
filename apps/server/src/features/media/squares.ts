import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { mostSquareBytes, squareTypes } from '@parley/contract/media';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import type { FileKeeper } from './keep-file.ts';
import { squareOf, UnusablePicture } from './pictures.ts';
import { FileTooLarge } from './receive-file.ts';

/** A small picture made anew from what somebody gave; nothing else that was in the file is in it. */
export type Square = { id: string; bytes: Buffer; url: string };

/**
 * Makes the small square of the picture that a request's body is.
 * @throws AppError payload_too_large, media_unusable (empty, no picture, damaged, too many pixels), bad_request (cut off)
 */
export async function receiveSquare(keeper: FileKeeper, request: FastifyRequest): Promise<Square> {
  if (Number(request.headers['content-length'] ?? 0) > mostSquareBytes) throw tooLarge();
  const body = (request.body as Readable | undefined) ?? Readable.from([]);
  const received = await keeper.receive(body, mostSquareBytes, null).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw tooLarge();
    if (!request.raw.destroyed || request.raw.complete) throw error;
    throw new AppError('bad_request', { message: 'The file was cut off on its way.', cause: error });
  });
  try {
    if (received.sizeBytes === 0) throw unusable('This file is empty.');
    if (!squareTypes.some((type) => type === received.facts.mimeType)) {
      throw unusable('This is no JPEG, PNG or WebP picture.');
    }
    const bytes = await squareOf(received.path);
    const id = randomUUID();
    return { id, bytes, url: `/pictures/${id}` };
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error;
    throw unusable(
      error.why === 'too_many_pixels'
        ? 'This picture has too many pixels. Make it smaller first.'
        : 'This picture is damaged and cannot be read.',
    );
  } finally {
    await keeper.drop(received);
  }
}

/**
 * Serves squares by their address alone: it is random, and changes with the picture.
 * @param find the bytes of a square, null when there is none
 */
export function registerSquares(app: FastifyInstance, find: (id: string) => Promise<Buffer | null>): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pictures/:id',
    async handler(request, reply) {
      const { id } = request.params;
      const bytes = isUuid(id) ? await find(id.toLowerCase()) : null;
      if (bytes === null) throw new AppError('not_found', { message: 'This picture was not found.' });
      void reply.headers({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=86400, immutable',
      });
      return reply.send(bytes);
    },
  });
}

function tooLarge(): AppError {
  const msg = 'A picture may have at most 5 MB.';
  return new AppError('payload_too_large', { data: [{ field: 'file', msg }] });
}

function unusable(msg: string): AppError {
  return new AppError('media_unusable', { data: [{ field: 'file', msg }] });
}
