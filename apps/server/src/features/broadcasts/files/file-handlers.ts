import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { decodeCursor, encodeCursor } from '../../../platform/http/cursor.ts';
import { wholePart } from '../../../platform/http/file-part.ts';
import { callId } from '../../../platform/http/idempotency.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { visibilityOf } from '../../team/public.ts';
import type { FileRow } from './file-repo.ts';
import { listFileRows } from './file-rows-repo.ts';
import {
  createFile,
  getVisibleFile,
  presentFile,
  receiveFilePart,
  requireUploading,
  startReadingFile,
} from './files.ts';

/** Files of recipients for one broadcast. */
export function fileHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const readOnly = { readOnly: true };
  const shown = (actor: AccountActor, row: FileRow) => {
    const mayRead = actor.kind !== 'key' || actor.scopes.includes('contacts:read');
    return presentFile(row, mayRead && !visibilityOf(actor).masked);
  };
  const act = async (actor: AccountActor, fn: (tx: TenantTx) => Promise<FileRow>) =>
    shown(actor, await withTenant(actor.clientId, fn));
  return {
    'POST /api/campaign-files': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/campaign-files', body.id);
      const { row, created } = await withTenant(actor.clientId, (tx) => createFile(tx, actor, id, body.name));
      return { status: created ? 201 : 200, body: shown(actor, row) };
    },
    'GET /api/campaign-files/{id}': async ({ actor }, { params }) => ({
      status: 200,
      body: shown(actor, await withTenant(actor.clientId, (tx) => getVisibleFile(tx, actor, params.id), readOnly)),
    }),
    'PUT /api/campaign-files/{id}/content': async ({ actor, request }, { params, query }) => {
      await withTenant(actor.clientId, (tx) => getVisibleFile(tx, actor, params.id), readOnly);
      const bytes = await wholePart(request);
      return {
        status: 200,
        body: await act(actor, (tx) => receiveFilePart(tx, actor, params.id, query.offset, bytes)),
      };
    },
    'POST /api/campaign-files/{id}/read': async ({ actor }, { params, body }) => {
      const read = await act(actor, (tx) => startReadingFile(tx, actor, params.id, body));
      notifyJobs(platform);
      return { status: 202, body: read };
    },
    'GET /api/campaign-files/{id}/rows': async ({ actor }, { params, query }) => {
      requireUploading(actor);
      const above = decodeCursor(query.cursor, ([row]) => (typeof row === 'number' && row >= 0 ? row : null)) ?? 0;
      const rows = await withTenant(
        actor.clientId,
        async (tx) => {
          const { id } = await getVisibleFile(tx, actor, params.id);
          return listFileRows(tx, id, { kind: query.kind, above, limit: query.limit + 1 });
        },
        readOnly,
      );
      const data = rows.slice(0, query.limit).map(({ row_no, kind, digits, cells, problem, first_row }) => ({
        row: row_no,
        kind,
        phone_number: digits,
        values: [...cells],
        problem,
        first_row,
      }));
      const last = data.at(-1);
      const more = rows.length > query.limit && last !== undefined;
      return { status: 200, body: { data, next_cursor: more ? encodeCursor([last.row]) : null } };
    },
  };
}
