import type { Change } from '@parley/contract/types';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Hydrators } from '../../platform/feature.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { readFeedPage } from '../sync/public.ts';
import { filterVisibleChanges, visibilityOf } from '../team/public.ts';
import { eventCollections, eventData, eventIdOf, eventTypeOf, keyOf, readSubjects } from './events.ts';

type PlacedChange = Change & { pos: number; at: Date };

/** The pull feed of events. */
export function eventHandlers(platform: Platform, hydrators: Hydrators): Handlers {
  return {
    'GET /api/events': async ({ actor }, { query }) => {
      const after = readCursor(query.cursor);
      return platform.db.withTenant(
        actor.clientId,
        async (tx) => {
          const { rows, first, cursor } = await readFeedPage(tx, after ?? 0, eventCollections, query.limit);
          // Positions have no gaps: what should follow the cursor is no longer stored, or never was.
          const isLost = after !== null && (first === null ? cursor !== after : first !== after + 1);
          if (isLost) {
            throw new AppError('cursor_expired', {
              message: 'Events are stored for seven days. Ask without a cursor, and read what changed before that.',
            });
          }
          const read = await readSubjects(tx, hydrators, rows);
          const changes = rows.map(
            (row): PlacedChange => ({
              collection: row.collection,
              id: row.row_id,
              marker: row.marker,
              version: row.version,
              data: read.get(keyOf(row)) ?? null,
              pos: row.pos,
              at: row.at,
            }),
          );
          // The filter passes its changes through, with what they carry besides.
          const seen = (await filterVisibleChanges(tx, visibilityOf(actor), changes)) as PlacedChange[];
          const data = seen.map((change) => {
            const subject = { collection: change.collection, row_id: change.id, marker: change.marker };
            return {
              id: eventIdOf(tx.clientId, change.pos),
              type: eventTypeOf(subject, change.data),
              timestamp: change.at.toISOString(),
              data: eventData(subject, change.data),
            };
          });
          return { status: 200, body: { data, next_cursor: String(cursor) } };
        },
        { readOnly: true },
      );
    },
  };
}

/** @throws AppError('validation_failed') for a cursor that is no position */
function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const position = /^[0-9]{1,16}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (!Number.isSafeInteger(position)) throw invalid('cursor', 'This cursor is not valid for this list.');
  return position;
}
