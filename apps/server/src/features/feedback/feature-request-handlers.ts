import { decodeCursor, pageOf } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { listRequests, searchRequests, type VotePosition } from './feature-request-repo.ts';
import { changeRequest, createRequest, presentRequest, searchWords, vote } from './feature-requests.ts';

const first: VotePosition = { votes: 2_147_483_647, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Feature requests and their votes. */
export function featureRequestHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/feature-requests': async ({ actor }, { query }) => {
      const { limit } = query;
      const state = query.state ?? null;
      const words = searchWords(query.search ?? '');
      const before = positionIn(query.cursor);
      const rows = await withTenant(
        actor.clientId,
        (tx) =>
          words.length > 0
            ? searchRequests(tx, actor.uid, words, state, limit)
            : listRequests(tx, actor.uid, state, before, limit + 1),
        { readOnly: true },
      );
      const { shown, next } = pageOf(rows, limit, ({ votes, id }) => [votes, id]);
      return { status: 200, body: { data: shown.map(presentRequest), next_cursor: next } };
    },
    'POST /api/feature-requests': async (call, { body }) => {
      const { row, created } = await createRequest(platform, call, body);
      return { status: created ? 201 : 200, body: presentRequest(row) };
    },
    'PUT /api/feature-requests/{id}': async (call, { params, body }) => ({
      status: 200,
      body: presentRequest(await changeRequest(platform, call, params.id, body)),
    }),
    'PUT /api/feature-requests/{id}/vote': async ({ actor }, { params, body }) => ({
      status: 200,
      body: presentRequest(await vote(platform, actor, params.id, body.voted)),
    }),
  };
}

function positionIn(cursor: string | undefined): VotePosition {
  const position = decodeCursor(cursor, ([votes, id]) =>
    typeof votes === 'number' &&
    Number.isInteger(votes) &&
    Math.abs(votes) < 2 ** 31 &&
    typeof id === 'string' &&
    isUuid(id)
      ? { votes, id }
      : null,
  );
  return position ?? first;
}
