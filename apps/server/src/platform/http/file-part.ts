import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** A part of an uploaded file, whole. @throws AppError('payload_too_large') */
export function wholePart(
  request: FastifyRequest,
  tooLarge = 'Upload the file in parts of at most 8 MB.',
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = request.body as Readable | undefined;
    if (body === undefined) {
      resolve(Buffer.alloc(0));
      return;
    }
    request.server.bodies.read(request, body, (error, bytes = Buffer.alloc(0)) => {
      if (error === null) resolve(bytes);
      else if (!(error instanceof AppError) || error.code !== 'payload_too_large') reject(error);
      else reject(new AppError('payload_too_large', { message: tooLarge }));
    });
  });
}
