import type { SharedDraft } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { getVisibleThread, lockVisibleThread, presentThread } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { listThreadViewers, visibilityOf } from '../team/public.ts';
import { noDraft, presentDraft } from './draft-handlers.ts';
import { type DraftRow, findDraft, notAhead, putDraft } from './draft-repo.ts';
import { listSharedDrafts, lockDrafts, markTaken, releaseDraft, shareDraft } from './shared-draft-repo.ts';

const longestDraft = 8_192;

/** Drafts that members share with everyone who sees the conversation. */
export function sharedDraftHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/threads/{id}/shared-drafts': async ({ actor }, { params }) => {
      const view = visibilityOf(actor);
      const data = await withTenant(
        actor.clientId,
        async (tx) => {
          const thread = await getVisibleThread(tx, params.id, view);
          const rows = await ofViewers(tx, thread, await listSharedDrafts(tx, thread.id, actor.uid));
          return rows.map((row) => view.about(presentShared(row), presentThread(thread).contact.phone_number));
        },
        { readOnly: true },
      );
      return { status: 200, body: { data, next_cursor: null } };
    },
    'PUT /api/threads/{id}/draft/sharing': async ({ actor }, { params, body }) => {
      const { draft, changed } = await withTenant(actor.clientId, async (tx) => {
        const thread = await lockVisibleThread(tx, params.id, visibilityOf(actor));
        const row = await shareDraft(tx, actor.uid, thread.id, body.shared);
        if (row !== null) {
          await addDraftChanges(tx, [row]);
          return { draft: presentDraft(row), changed: true };
        }
        const now = await findDraft(tx, actor.uid, thread.id);
        if (body.shared && now?.shared !== true) throw invalid('shared', 'There is no draft to share.');
        return { draft: now === null ? noDraft(thread.id) : presentDraft(now), changed: false };
      });
      if (changed) platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: draft };
    },
    'POST /api/threads/{id}/draft/take-over': async ({ actor }, { params, body }) => {
      const view = visibilityOf(actor);
      const draft = await withTenant(actor.clientId, async (tx) => {
        const thread = await lockVisibleThread(tx, params.id, view);
        const locked = await lockDrafts(tx, thread.id, [actor.uid, body.user_id]);
        const theirs = locked.find((row) => row.user_id === body.user_id && row.user_id !== actor.uid);
        const [seen] = theirs?.shared ? await ofViewers(tx, thread, [theirs]) : [];
        if (seen === undefined || seen.version !== body.version) {
          throw new AppError('version_conflict', {
            message: 'This draft was changed, sent or taken over meanwhile. Read it again.',
          });
        }
        const own = locked.find((row) => row.user_id === actor.uid);
        const before = own?.body.trim() ? own.body : '';
        const { text: added } = view.about({ text: seen.body }, presentThread(thread).contact.phone_number);
        const text = before === '' ? added : `${before}\n${added}`;
        if (text.length > longestDraft) {
          throw invalid('user_id', 'Your own draft and this one are too long together. Shorten yours first.');
        }
        const released = await releaseDraft(tx, seen.id);
        const written = await putDraft(tx, {
          user_id: actor.uid,
          thread_id: thread.id,
          body: text,
          quoted_id: before === '' ? seen.quoted_id : (own?.quoted_id ?? seen.quoted_id),
          updated_at: later(notAhead(new Date(body.updated_at)), own?.updated_at),
        });
        if (written === null) throw new Error('a later draft replaced a locked one');
        // A text of one's own that was private stays private.
        const taken = await markTaken(tx, written.id, before === '' || own?.shared === true, seen.user_id);
        await addDraftChanges(tx, [released, taken]);
        return presentDraft(taken);
      });
      platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: draft };
    },
  };
}

/** The drafts whose members still see the conversation: who lost access shares nothing in it. */
async function ofViewers(
  tx: TenantTx,
  thread: Parameters<typeof listThreadViewers>[1],
  rows: readonly DraftRow[],
): Promise<DraftRow[]> {
  if (rows.length === 0) return [];
  const viewers = await listThreadViewers(tx, thread);
  const seeing = new Set(viewers.filter(({ sees }) => sees).map(({ user_id }) => user_id));
  return rows.filter(({ user_id }) => seeing.has(user_id));
}

function addDraftChanges(tx: TenantTx, rows: readonly DraftRow[]): Promise<void> {
  return addChanges(
    tx,
    rows.map(({ id, version }) => ({ collection: 'drafts', id, marker: 'MODIFIED', version })),
  );
}

function later(at: Date, than: Date | undefined): Date {
  return than === undefined || at > than ? at : new Date(than.getTime() + 1);
}

function presentShared(row: DraftRow): SharedDraft {
  const { user_id, body, quoted_id, updated_at, version, taken_from, shared } = row;
  const at = updated_at.toISOString();
  return shared
    ? { user_id, text: body, quoted_id, updated_at: at, version, taken_from, shared }
    : { user_id, text: '', quoted_id: null, updated_at: at, version, taken_from, shared };
}
