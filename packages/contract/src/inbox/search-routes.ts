import { z } from 'zod';
import { id } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { message, thread } from './schema.ts';

export const searchRoutes = defineRoutes({
  'GET /api/messages/search': {
    access: 'User',
    permission: 'inbox.use',
    summary: 'Messages of all time that contain a text, in conversations the caller sees, newest first.',
    query: z.strictObject({
      q: z.string().trim().min(1).max(100),
      /** Only what contacts wrote whose name or number contains this; in groups what these people wrote. */
      from: z.string().trim().min(1).max(200).optional(),
      /** Only in this conversation. */
      thread_id: id.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    responses: {
      200: z.strictObject({
        data: z.array(
          z.strictObject({
            id,
            thread_id: id,
            direction: message.shape.direction,
            created_by: z.string(),
            at: message.shape.sort_at,
            /** The part of its text around the first hit. */
            text: z.string(),
          }),
        ),
        /** The conversations of these messages. */
        threads: z.array(thread),
        next_cursor: z.null(),
      }),
    },
  },
});
