import type { Draft } from '@parley/contract/types';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { getVisibleThread, lockVisibleThread } from '../messaging/public.ts';
import { addChanges, type Hydrate } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { type DraftRow, findDraft, findDraftsById, listDrafts, notAhead, putDraft } from './draft-repo.ts';

/** Unsent texts, for the other devices of the same member. */
export function draftHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/drafts': async ({ actor }) => {
      const rows = await withTenant(actor.clientId, (tx) => listDrafts(tx, actor.uid), { readOnly: true });
      return { status: 200, body: { data: rows.map(presentDraft), next_cursor: null } };
    },
    'GET /api/threads/{id}/draft': async ({ actor }, { params }) => {
      const draft = await withTenant(
        actor.clientId,
        async (tx) => {
          const thread = await getVisibleThread(tx, params.id, visibilityOf(actor));
          const row = await findDraft(tx, actor.uid, thread.id);
          return row === null ? noDraft(thread.id) : presentDraft(row);
        },
        { readOnly: true },
      );
      return { status: 200, body: draft };
    },
    'PUT /api/threads/{id}/draft': async ({ actor }, { params, body }) => {
      const { draft, changed } = await withTenant(actor.clientId, async (tx) => {
        const thread = await lockVisibleThread(tx, params.id, visibilityOf(actor));
        const row = await putDraft(tx, {
          user_id: actor.uid,
          thread_id: thread.id,
          body: body.text,
          quoted_id: body.quoted_id,
          updated_at: notAhead(new Date(body.updated_at)),
        });
        if (row === null) {
          const later = await findDraft(tx, actor.uid, thread.id);
          return { draft: later === null ? noDraft(thread.id) : presentDraft(later), changed: false };
        }
        await addChanges(tx, [{ collection: 'drafts', id: row.id, marker: 'MODIFIED', version: row.version }]);
        return { draft: presentDraft(row), changed: true };
      });
      if (changed) platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: draft };
    },
  };
}

/** The feed says whose draft changed, never its text: it goes to the whole team. */
export const hydrateDrafts: Hydrate = async (tx, ids) => {
  const rows = await findDraftsById(tx, ids);
  return new Map(
    rows.map(({ id, thread_id, user_id, updated_at, version, team_version }) => [
      id,
      { version, data: { id, thread_id, user_id, updated_at: updated_at.toISOString(), version, team_version } },
    ]),
  );
};

export function presentDraft({ thread_id, body, quoted_id, updated_at }: DraftRow): Draft {
  return { thread_id, text: body, quoted_id, updated_at: updated_at.toISOString() };
}

export function noDraft(threadId: string): Draft {
  return { thread_id: threadId, text: '', quoted_id: null, updated_at: new Date(0).toISOString() };
}
