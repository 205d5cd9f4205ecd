import { z } from 'zod';
import { pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { maxMediaBytes } from './limits.ts';
import { storedMedia, uploadedMedia } from './schema.ts';

const params = z.strictObject({ id: pathId });

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
  'GET /api/media/{id}': {
    access: 'User',
    scope: 'messages:read',
    summary: 'A file of a message or an upload, with a link to its bytes.',
    params,
    responses: { 200: storedMedia },
  },
  'DELETE /api/media/{id}': {
    access: 'User',
    scope: 'messages:write',
    summary: 'Delete an upload that was not sent. Files of messages stay with them.',
    params,
    responses: { 204: z.undefined() },
  },
});
