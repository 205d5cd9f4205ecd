import { defineRoutes } from '../core/route.ts';
import { maxMediaBytes } from './limits.ts';
import { uploadedMedia } from './schema.ts';

export const mediaRoutes = defineRoutes({
  'POST /api/media': {
    access: 'User',
    scope: 'messages:write',
    idempotencyKey: true,
    summary:
      'Keep a file, to be sent by its id. The body is the file; X-Filename its name, percent-encoded. What it is, is found by reading it.',
    rawBody: { maxBytes: maxMediaBytes },
    responses: { 200: uploadedMedia, 201: uploadedMedia },
  },
});
