import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../platform/ids.ts';
import { sendPicture } from './send-picture.ts';

/** @returns the image with this id; null when there is none */
export type FindAvatar = (id: string) => Promise<Buffer | null>;

/** Serves avatars and logos without signing in: their addresses are random and change with the image. */
export function registerAvatars(app: FastifyInstance, find: FindAvatar): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/pictures/:id',
    async handler(request, reply) {
      const { id } = request.params;
      return sendPicture(reply, isUuid(id) ? await find(id.toLowerCase()) : null, { immutable: true });
    },
  });
}
