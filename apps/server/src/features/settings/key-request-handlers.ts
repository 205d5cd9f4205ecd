import type { ApiKeyRequest } from '@parley/contract/types';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { countUnlogged, type KeyRequestRow, listKeyRequests } from './key-requests-repo.ts';

/** Lists the requests of API keys. */
export function keyRequestHandlers(platform: Platform): Handlers {
  return {
    'GET /api/api-key-requests': async ({ actor }, { query }) => {
      const from = decodeTimeCursor(query.cursor);
      const keyId = query.key_id ?? null;
      const [rows, unlisted] = await platform.db.withTenant(actor.clientId, (tx) =>
        Promise.all([
          listKeyRequests(tx, { keyId, kind: query.kind ?? 'all' }, from, query.limit + 1),
          countUnlogged(tx, keyId),
        ]),
      );
      const { shown, next } = timePage(rows, query.limit, ({ at, id }) => ({ at, id }));
      return { status: 200, body: { data: shown.map(presentRequest), next_cursor: next, unlisted } };
    },
  };
}

function presentRequest({ key_id: id, key_name: name, at, ...row }: KeyRequestRow): ApiKeyRequest {
  return { ...row, at: at.toISOString(), key: { id, name } };
}
