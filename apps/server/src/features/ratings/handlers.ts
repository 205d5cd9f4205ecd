import { isAtLeast } from '@parley/contract/permissions';
import { AppError } from '../../platform/errors.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { findThreads, presentThread } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { listRatings } from './list-query.ts';

export function ratingHandlers({ db }: Platform): Handlers {
  return {
    'GET /api/ratings': async ({ actor }, { query }) => {
      const { cursor, limit, ...filter } = query;
      const view = visibilityOf(actor);
      const seesMembers = isAtLeast(actor.role, 'Admin');
      const hidden = (uid: string | undefined) => uid !== undefined && uid !== actor.uid && !seesMembers;
      if (hidden(filter.member_id) || hidden(filter.assignee_id)) {
        throw new AppError('forbidden', { message: 'Only Admins and Owners see figures of other members.' });
      }
      const before = decodeTimeCursor(cursor);
      const { rows, threads } = await db.withTenant(
        actor.clientId,
        async (tx) => {
          const found = await listRatings(tx, filter, view, { before, limit: limit + 1 });
          return { rows: found, threads: await findThreads(tx, [...new Set(found.map(({ thread_id: id }) => id))]) };
        },
        { readOnly: true },
      );
      const contacts = new Map(threads.map((row) => [row.id, view.thread(presentThread(row)).contact]));
      const { shown, next } = timePage(rows, limit, ({ answered_at: at, id }) => ({ at, id }));
      const data = shown.flatMap(({ user_id: uid, answered_at: at, ...row }) => {
        const contact = contacts.get(row.thread_id);
        const member_id = seesMembers || uid === actor.uid ? uid : null;
        return contact === undefined ? [] : [{ ...row, contact, member_id, answered_at: at.toISOString() }];
      });
      return { status: 200, body: { data, next_cursor: next } };
    },
  };
}
