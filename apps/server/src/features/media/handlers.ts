import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileStore } from './file-store.ts';
import { uploadMedia } from './upload.ts';

export function mediaHandlers(platform: Platform, fileStore: FileStore): Handlers {
  return {
    async 'POST /api/media'({ actor, idempotencyKey, request }) {
      const { created, media } = await uploadMedia(platform, fileStore, actor, request, idempotencyKey);
      return { status: created ? 201 : 200, body: media };
    },
  };
}
