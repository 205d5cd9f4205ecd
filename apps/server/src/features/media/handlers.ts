import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileKeeper } from './keep-file.ts';
import { uploadMedia } from './upload.ts';

export function mediaHandlers(platform: Platform, keeper: FileKeeper): Handlers {
  return {
    async 'POST /api/media'({ actor, idempotencyKey, request }) {
      const { created, media } = await uploadMedia(platform, keeper, actor, request, idempotencyKey);
      return { status: created ? 201 : 200, body: media };
    },
  };
}
