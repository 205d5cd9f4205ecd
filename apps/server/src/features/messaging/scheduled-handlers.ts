import { decodeCursor, pageOf } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import type { Hydrate } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { cancelScheduledMessage, changeScheduledMessage } from './send/schedule.ts';
import { findScheduled, listAllScheduled, listScheduled, type ScheduledPosition } from './send/scheduled-repo.ts';
import { presentMessage } from './threads/present.ts';
import { getVisibleThread } from './threads/visible.ts';

/** Messages that are sent later. */
export function scheduledHandlers(platform: Platform, media: PresentMedia): Handlers {
  return {
    async 'GET /api/threads/{id}/scheduled'({ actor }, { params }) {
      const view = visibilityOf(actor);
      const rows = await platform.db.withTenant(
        actor.clientId,
        async (tx) => listScheduled(tx, (await getVisibleThread(tx, params.id, view)).id),
        { readOnly: true },
      );
      return {
        status: 200,
        body: { data: rows.map((row) => view.message(presentMessage(row, media))), next_cursor: null },
      };
    },
    async 'GET /api/scheduled-messages'({ actor }, { query: { cursor, limit } }) {
      const view = visibilityOf(actor);
      const after = decodeCursor(cursor, positionIn) ?? { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
      const rows = await platform.db.withTenant(actor.clientId, (tx) => listAllScheduled(tx, view, after, limit + 1), {
        readOnly: true,
      });
      const { shown, next } = pageOf(rows, limit, ({ send_at: at, id }) => [
        at instanceof Date ? at.toISOString() : 'infinity',
        id,
      ]);
      return {
        status: 200,
        body: { data: shown.map((row) => view.message(presentMessage(row, media))), next_cursor: next },
      };
    },
    async 'PUT /api/messages/{id}'(call, { params, body }) {
      const row = await changeScheduledMessage(platform, call, params.id, body);
      return { status: 200, body: visibilityOf(call.actor).message(presentMessage(row, media)) };
    },
    async 'DELETE /api/messages/{id}'(call, { params }) {
      return { status: 200, body: { id: await cancelScheduledMessage(platform, call, params.id) } };
    },
  };
}

function positionIn([at, id]: unknown[]): ScheduledPosition | null {
  const isTime = typeof at === 'string' && (at === 'infinity' || !Number.isNaN(Date.parse(at)));
  return isTime && typeof id === 'string' && isUuid(id) ? { at, id } : null;
}

export function hydrateScheduled(media: PresentMedia): Hydrate {
  return async (tx, ids) => {
    const rows = (await findScheduled(tx, ids)).filter(({ cancelled_at: cancelled }) => cancelled === null);
    return new Map(rows.map((row) => [row.id, { version: row.version, data: presentMessage(row, media) }]));
  };
}
