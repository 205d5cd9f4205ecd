import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors.ts';

/**
 * Sends a WebP picture whose address is random, so that it needs no signing in; nothing in it can run.
 * @throws AppError `not_found` without bytes
 */
export function sendPicture(reply: FastifyReply, bytes: Buffer | null, { immutable }: { immutable: boolean }) {
  if (bytes === null) throw new AppError('not_found', { message: 'This picture was not found.' });
  void reply.headers({
    'content-type': 'image/webp',
    'content-disposition': 'inline',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=86400${immutable ? ', immutable' : ''}`,
  });
  return reply.send(bytes);
}
