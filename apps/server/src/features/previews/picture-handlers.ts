import type { FastifyInstance } from 'fastify';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendPicture } from '../media/public.ts';
import { findPicture } from './preview-repo.ts';

/** Serves pictures of pages without signing in: their addresses are random, and the pictures stand on public pages. */
export function registerPictures(app: FastifyInstance, platform: Platform): void {
  app.route<{ Params: { client: string; id: string } }>({
    method: ['GET', 'HEAD'],
    url: '/previews/:client/:id',
    async handler(request, reply) {
      const { client, id } = request.params;
      const bytes =
        isUuid(client) && isUuid(id)
          ? await platform.db.withTenant(client, (tx) => findPicture(tx, id), { readOnly: true })
          : null;
      return sendPicture(reply, bytes, { immutable: false });
    },
  });
}
