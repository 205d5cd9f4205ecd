import { foldText } from '@parley/contract/fold-text';
import type { HelpText } from '@parley/contract/types';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteHelpText,
  findHelpText,
  type HelpTextRow,
  insertHelpText,
  listHelpTexts,
  updateHelpText,
} from './help-text-repo.ts';

const first = { title: '', id: '00000000-0000-0000-0000-000000000000' };

/** Texts that reply drafts may quote. */
export function helpTextHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/ai/help-texts': async ({ actor }, { query }) => {
      const after = decodeCursor(query.cursor, ([title, id]) =>
        typeof title === 'string' && typeof id === 'string' && isUuid(id) ? { title, id } : null,
      );
      const folded = foldText(query.search?.trim() ?? '');
      const rows = await withTenant(
        actor.clientId,
        (tx) => listHelpTexts(tx, after ?? first, folded === '' ? null : folded, query.limit + 1),
        { readOnly: true },
      );
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const next = rows.length > shown.length && last ? encodeCursor([last.sort_title, last.id]) : null;
      return { status: 200, body: { data: shown.map(present), next_cursor: next } };
    },
    'POST /api/ai/help-texts': async (call, { body }) => {
      const { clientId, author } = call.actor;
      const id = callId(call, 'POST /api/ai/help-texts', body.id);
      const hash = hashRequest([body.title, body.body, author]);
      const { row, created } = await withTenant(clientId, async (tx) => {
        const fresh = { id, title: body.title, body: body.body, created_by: author, request_hash: hash };
        const created = await insertHelpText(tx, fresh);
        const row = await getHelpText(tx, id);
        if (!created && !row.request_hash.equals(hash)) {
          throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another help text has this id.' }] });
        }
        if (created) await auditChanges(tx, call, 'ai.help_text_created', id, null, { title: row.title });
        return { row, created };
      });
      return { status: created ? 201 : 200, body: present(row) };
    },
    'PUT /api/ai/help-texts/{id}': async (call, { params, body }) => {
      const row = await withTenant(call.actor.clientId, async (tx) => {
        const before = await getHelpText(tx, params.id, true);
        if (before.version !== body.version) {
          throw new AppError('version_conflict', { message: 'Someone else changed this text. Load it again.' });
        }
        const after = { title: body.title ?? before.title, body: body.body ?? before.body };
        await updateHelpText(tx, { id: before.id, ...after, updated_by: call.actor.author });
        const { title, body: text } = before;
        await auditChanges(tx, call, 'ai.help_text_changed', before.id, { title, body: text }, after);
        return getHelpText(tx, before.id);
      });
      return { status: 200, body: present(row) };
    },
    'DELETE /api/ai/help-texts/{id}': async (call, { params }) => {
      await withTenant(call.actor.clientId, async (tx) => {
        const { id, title } = await getHelpText(tx, params.id, true);
        await deleteHelpText(tx, id);
        await auditChanges(tx, call, 'ai.help_text_deleted', id, { title }, null);
      });
      return { status: 204, body: undefined };
    },
  };
}

function present(row: HelpTextRow): HelpText {
  const { id, title, body, updated_by, updated_at, version } = row;
  return { id, title, body, source: sourceOf(row), updated_by, updated_at: updated_at.toISOString(), version };
}

function sourceOf({ source_kind: kind, source_name: name, imported_at, imported_version, version }: HelpTextRow) {
  if (kind === null || name === null || imported_at === null) return null;
  return { kind, name, imported_at: imported_at.toISOString(), edited: version !== imported_version };
}

/** @throws AppError not_found */
async function getHelpText(tx: TenantTx, id: string, lock = false): Promise<HelpTextRow> {
  const row = isUuid(id) ? await findHelpText(tx, id, lock) : null;
  if (row === null) throw new AppError('not_found', { message: 'This help text was not found.' });
  return row;
}
