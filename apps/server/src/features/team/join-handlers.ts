import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { listJoinRequests } from './join-repo.ts';
import { acceptJoinRequest, askToJoin, declineJoinRequest, joinDomainsOf, joinOffersOf } from './join-requests.ts';
import { peopleStatements } from './people-db.ts';

const newest = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Asking to join without an invitation, and answering it. */
export function joinHandlers(platform: Platform): Handlers {
  const people = peopleStatements(platform);
  return {
    'GET /api/join-requests/offers': async ({ actor }) => ({
      status: 200,
      body: { data: await joinOffersOf(people, actor.uid), next_cursor: null },
    }),
    'POST /api/join-requests': async (call, { body }) => {
      const { offer, created } = await askToJoin(platform, call, body.client_id);
      return { status: created ? 201 : 200, body: offer };
    },
    'GET /api/join-requests': async ({ actor }, { query }) => {
      const before = readCursor(query.cursor, ([at, id]) =>
        typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
          ? { at: new Date(at), id }
          : null,
      );
      const rows = await platform.db.withTenant(actor.clientId, (tx) =>
        listJoinRequests(tx, before ?? newest, query.limit + 1),
      );
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const more = rows.length > shown.length && last !== undefined;
      return {
        status: 200,
        body: {
          data: shown.map(({ created_at: at, ...row }) => ({ ...row, created_at: at.toISOString() })),
          next_cursor: more ? writeCursor([last.created_at.toISOString(), last.user_id]) : null,
        },
      };
    },
    'GET /api/join-requests/domains': async ({ actor }) => ({
      status: 200,
      body: { data: await joinDomainsOf(people, actor.clientId), next_cursor: null },
    }),
    'POST /api/join-requests/{user_id}/accept': async (call, { params, body }) => ({
      status: 200,
      body: await acceptJoinRequest(platform, call, params.user_id, body.role),
    }),
    'POST /api/join-requests/{user_id}/decline': async (call, { params }) => {
      await declineJoinRequest(platform, call, params.user_id);
      return { status: 204, body: undefined };
    },
  };
}
