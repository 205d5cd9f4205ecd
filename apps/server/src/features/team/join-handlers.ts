import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { listJoinRequests } from './join-repo.ts';
import { acceptJoinRequest, declineJoinRequest, joinDomainsOf, joinOffersOf, requestToJoin } from './join-requests.ts';
import { statementsAcrossAccounts } from './system-transactions.ts';

/** Asking to join without an invitation, and answering it. */
export function joinHandlers(platform: Platform): Handlers {
  const statements = statementsAcrossAccounts(platform);
  return {
    'GET /api/join-requests/offers': async ({ actor }) => ({
      status: 200,
      body: { data: await joinOffersOf(statements, actor.uid), next_cursor: null },
    }),
    'POST /api/join-requests': async (call, { body }) => {
      const { offer, created } = await requestToJoin(platform, call, body.client_id);
      return { status: created ? 201 : 200, body: offer };
    },
    'GET /api/join-requests': async ({ actor }, { query }) => {
      const from = decodeTimeCursor(query.cursor);
      const rows = await platform.db.withTenant(actor.clientId, (tx) => listJoinRequests(tx, from, query.limit + 1));
      const page = timePage(rows, query.limit, ({ created_at: at, user_id: id }) => ({ at, id }));
      return {
        status: 200,
        body: {
          data: page.shown.map(({ created_at: at, ...row }) => ({ ...row, created_at: at.toISOString() })),
          next_cursor: page.next,
        },
      };
    },
    'GET /api/join-requests/domains': async ({ actor }) => ({
      status: 200,
      body: { data: await joinDomainsOf(statements, actor.clientId), next_cursor: null },
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
