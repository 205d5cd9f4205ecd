import type { ComposedRow, ComposeFilter } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableFile } from '../../platform/table-file/table-file.ts';
import type { PresentMedia } from '../media/public.ts';
import { presentMessage, sendMany } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { composedTable } from './composed-table.ts';
import { type ComposedMessage, listAuthorNames, listChannelNames, listComposed } from './repo.ts';

/** Rows of the exported table that are read at once. */
const exportPageSize = 500;

/** First messages to a few contacts, and their history. */
export function composeHandlers(platform: Platform, media: PresentMedia): Handlers {
  const { withTenant } = platform.db;
  const readPage = async (actor: AccountActor, filter: ComposeFilter, cursor: string | undefined, limit: number) => {
    const before = decodeTimeCursor(cursor);
    const view = visibilityOf(actor);
    const rows = await withTenant(actor.clientId, (tx) => listComposed(tx, filter, view, before, limit + 1), {
      readOnly: true,
    });
    const { shown, next } = timePage(rows, limit, (row) => ({ at: row.created_at, id: row.id }));
    return { rows: shown.map((row) => presentComposed(row, actor, media)), next };
  };
  return {
    'POST /api/compose': async ({ actor, idempotencyKey }, { body }) => {
      const { rows, created } = await sendMany(platform, actor, body, idempotencyKey);
      const view = visibilityOf(actor);
      return {
        status: created ? 201 : 200,
        body: { data: rows.map((row) => view.message(presentMessage(row, media))) },
      };
    },
    'GET /api/compose/history': async ({ actor }, { query: { cursor, limit, ...filter } }) => {
      const { rows, next } = await readPage(actor, filter, cursor, limit);
      return { status: 200, body: { data: rows, next_cursor: next } };
    },
    'GET /api/compose/history/export': async ({ actor }, { query: { format, delimiter, ...filter } }) => {
      const channels = await withTenant(actor.clientId, listChannelNames, { readOnly: true });
      const table = await composedTable(channels, async (cursor) => {
        const { rows, next } = await readPage(actor, filter, cursor, exportPageSize);
        const authorIds = [...new Set(rows.map((row) => row.created_by))].filter(isUuid);
        const authors = await withTenant(actor.clientId, (tx) => listAuthorNames(tx, authorIds), { readOnly: true });
        return { rows, authors, next };
      });
      return tableFile('composed-messages', { format, delimiter }, table);
    },
  };
}

/** Members who may not see numbers see neither number nor name. */
function presentComposed(row: ComposedMessage, actor: AccountActor, media: PresentMedia): ComposedRow {
  const view = visibilityOf(actor);
  const contact = { name: row.contact_name, phone_number: row.contact_phone_number, username: row.contact_username };
  return { ...view.message(presentMessage(row, media)), contact: view.user(contact) };
}
