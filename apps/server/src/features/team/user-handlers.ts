import { decodeNameCursor, pageOf } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findMember, listMembers } from './member-repo.ts';
import { memberNotFound } from './members.ts';
import { presentUser } from './users.ts';

/** Members as all other members see them. */
export function userHandlers({ db: { withTenant } }: Platform): Handlers {
  return {
    'GET /api/users': async ({ actor }, { query }) => {
      const after = decodeNameCursor(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listMembers(tx, after, query.limit + 1));
      const { shown, next } = pageOf(rows, query.limit, (row) => [row.sort_name, row.user_id]);
      return { status: 200, body: { data: shown.map(presentUser), next_cursor: next } };
    },
    'GET /api/users/{id}': async ({ actor }, { params }) => {
      const row = isUuid(params.id) ? await withTenant(actor.clientId, (tx) => findMember(tx, params.id)) : null;
      if (row === null) throw memberNotFound();
      return { status: 200, body: presentUser(row) };
    },
  };
}
