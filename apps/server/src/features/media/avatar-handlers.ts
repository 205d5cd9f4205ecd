import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';

/** @returns the image with this id; null when there is none */
export type FindAvatar = (id: string) => Promise<Buffer | null>;

/** Serves avatars and logos without signing in: their addresses are random and change with the image. */
export function registerAvatars(app: FastifyInstance, find: FindAvatar): void {
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
