import { z } from 'zod';
import { cursor, pathId, version } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { collections, markers, outboxLimits, outboxRoutes } from './schema.ts';

const change = z.strictObject({
  collection: z.enum(collections),
  id: z.string(),
  marker: z.enum(markers),
  version,
  data: z.unknown(),
});

export const syncRoutes = defineRoutes({
  'GET /api/sync/poll': {
    access: 'User',
    summary: 'Long poll for changes after a cursor; without one, the present cursor at once.',
    query: z.strictObject({ cursor: cursor.optional(), timeout: z.coerce.number().min(5).max(30).default(25) }),
    responses: {
      200: z.union([
        z.strictObject({ cursor, changes: z.array(change) }),
        z.strictObject({ cursor, reset: z.string() }),
      ]),
    },
  },
  'POST /api/sync/outbox': {
    access: 'User',
    summary:
      'Make the calls that waited on a device without a connection. Each is checked, counted and answered as if it had come alone, so the same calls again do nothing twice.',
    body: z.strictObject({
      calls: z
        .array(
          z.strictObject({
            route: z.enum(outboxRoutes),
            /** The thread, where the route has one in its URL. */
            id: pathId.optional(),
            body: z.record(z.string(), z.unknown()),
            /** Made after the call before it, and only when that one is done; others run side by side. */
            follows: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(outboxLimits.calls),
    }),
    responses: {
      200: z.strictObject({
        /** In the order of the calls. */
        answers: z.array(
          z.strictObject({
            /** 200 for what is done; 424 for what was not made, because the call that it follows was refused. */
            status: z.number().int(),
            /** What the route answers, or its error. */
            body: z.unknown(),
            /** Seconds, of a call to be made again. */
            retry_after: z.number().optional(),
          }),
        ),
      }),
    },
  },
});
