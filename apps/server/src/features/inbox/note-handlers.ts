import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getVisibleThread, lockVisibleThread } from '../messaging/public.ts';
import type { Hydrate } from '../sync/public.ts';
import { listThreadViewers, visibilityOf } from '../team/public.ts';
import {
  findNotes,
  listEarlier,
  listMentions,
  listNotes,
  listUnreadMentionThreads,
  markMentionsRead,
  type NotePosition,
  type NoteRow,
} from './note-repo.ts';
import { changeNote, getNote, presentNote, writeNote } from './notes.ts';

const newest: NotePosition = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const maxUnread = 200;

/** Internal notes and mentions. */
export function noteHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/threads/{id}/notes': async ({ actor }, { params, query }) => {
      const before = positionIn(query.cursor);
      const rows = await withTenant(
        actor.clientId,
        async (tx) => {
          const thread = await getVisibleThread(tx, params.id, visibilityOf(actor));
          return listNotes(tx, thread.id, before, query.limit + 1);
        },
        { readOnly: true },
      );
      const shown = rows.slice(0, query.limit);
      return { status: 200, body: { data: shown.map(presentNote), next_cursor: nextOf(rows, shown) } };
    },
    'POST /api/threads/{id}/notes': async ({ actor, idempotencyKey }, { params, body }) => {
      const { row, created } = await writeNote(platform, actor, params.id, body, idempotencyKey);
      return { status: created ? 201 : 200, body: presentNote(row) };
    },
    'PUT /api/threads/{id}/notes/{note_id}': async ({ actor }, { params, body }) => ({
      status: 200,
      body: presentNote(await changeNote(platform, actor, params.id, params.note_id, body)),
    }),
    'DELETE /api/threads/{id}/notes/{note_id}': async ({ actor }, { params }) => ({
      status: 200,
      body: presentNote(await changeNote(platform, actor, params.id, params.note_id, null)),
    }),
    'GET /api/threads/{id}/notes/{note_id}/earlier': async ({ actor }, { params }) => ({
      status: 200,
      body: {
        data: await withTenant(actor.clientId, async (tx) =>
          listEarlier(tx, (await getNote(tx, actor, params.id, params.note_id)).id),
        ),
        next_cursor: null,
      },
    }),
    'GET /api/threads/{id}/audience': async ({ actor }, { params }) => ({
      status: 200,
      body: {
        data: await withTenant(
          actor.clientId,
          async (tx) => listThreadViewers(tx, await getVisibleThread(tx, params.id, visibilityOf(actor))),
          { readOnly: true },
        ),
        next_cursor: null,
      },
    }),
    'GET /api/mentions': async ({ actor }, { query }) => {
      const view = visibilityOf(actor);
      const before = positionIn(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listMentions(tx, actor.uid, before, query.limit + 1), {
        readOnly: true,
      });
      // A mention does not make a thread visible, so a page may have fewer rows than requested.
      const page = rows.slice(0, query.limit);
      const seen = page.filter((row) => view.canSeeThread(row));
      return {
        status: 200,
        body: {
          data: seen.map((row) => ({ note: presentNote(row), read: row.read })),
          next_cursor: nextOf(rows, page),
        },
      };
    },
    'GET /api/mentions/unread': async ({ actor }) => {
      const view = visibilityOf(actor);
      const threads = await withTenant(actor.clientId, (tx) => listUnreadMentionThreads(tx, actor.uid), {
        readOnly: true,
      });
      const seen = threads.filter((thread) => view.canSeeThread(thread)).slice(0, maxUnread);
      return { status: 200, body: { thread_ids: seen.map(({ thread_id: id }) => id) } };
    },
    'POST /api/threads/{id}/mentions/read': async ({ actor }, { params }) => ({
      status: 200,
      body: {
        read: await withTenant(actor.clientId, async (tx) => {
          const thread = await lockVisibleThread(tx, params.id, visibilityOf(actor));
          return markMentionsRead(tx, actor.uid, thread.id);
        }),
      },
    }),
  };
}

export const hydrateNotes: Hydrate = async (tx, ids) => {
  const rows = await findNotes(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentNote(row) }]));
};

function positionIn(cursor: string | undefined): NotePosition {
  const position = decodeCursor(cursor, ([at, id]) =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
      ? { at: new Date(at), id }
      : null,
  );
  return position ?? newest;
}

function nextOf(rows: readonly NoteRow[], shown: readonly NoteRow[]): string | null {
  const last = shown.at(-1);
  return rows.length > shown.length && last !== undefined
    ? encodeCursor([last.created_at.toISOString(), last.id])
    : null;
}
