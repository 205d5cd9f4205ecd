import { z } from 'zod';
import { cursor, version } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { collections, markers } from './schema.ts';

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
});
