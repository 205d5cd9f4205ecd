import type { InputOf, Note } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockVisibleThread } from '../messaging/public.ts';
import { addChanges } from '../sync/public.ts';
import { areGroups, areMembers, visibilityOf } from '../team/public.ts';
import { deleteNote, editNote, findNotes, insertMentions, insertNote, lockNote, type NoteRow } from './note-repo.ts';

type NoteBody = InputOf<'POST /api/threads/{id}/notes'>['body'];

export function presentNote(row: NoteRow): Note {
  const { id, thread_id, body, user_ids, group_ids, created_at, created_by, edited_at, deleted_at, version } = row;
  return {
    id,
    thread_id,
    body,
    mentions: { user_ids, group_ids },
    created_at: created_at.toISOString(),
    created_by,
    ...(edited_at !== null && { edited_at: edited_at.toISOString() }),
    ...(deleted_at !== null && { deleted_at: deleted_at.toISOString() }),
    version,
  };
}

/**
 * Creates an internal note, once per id: row, mentions and change are one transaction. It creates no trigger, so it
 * can never reach a customer.
 * @throws AppError not_found (thread, member, group), id_conflict
 */
export async function writeNote(
  platform: Platform,
  actor: MemberActor,
  threadId: string,
  given: NoteBody,
  idempotencyKey: string | undefined,
): Promise<{ row: NoteRow; created: boolean }> {
  const { clientId } = actor;
  const id = callId({ actor, idempotencyKey }, 'POST /api/threads/{id}/notes', given.id);
  const userIds = distinct(given.mentions?.user_ids);
  const groupIds = distinct(given.mentions?.group_ids);
  const hash = hashRequest([threadId, given.body, userIds, groupIds]);
  const outcome = await platform.db.withTenant(clientId, async (tx) => {
    const thread = await lockVisibleThread(tx, threadId, visibilityOf(actor));
    if (!(await areMembers(tx, userIds))) throw new AppError('not_found', { message: 'This member was not found.' });
    if (!(await areGroups(tx, groupIds))) throw new AppError('not_found', { message: 'This group was not found.' });
    const note = { id, thread_id: thread.id, body: given.body, user_ids: userIds, group_ids: groupIds };
    const created = await insertNote(tx, { ...note, request_hash: hash, created_by: actor.author });
    const [row] = await findNotes(tx, [id]);
    if (row === undefined) throw new Error('a note that was there a moment ago is gone');
    if (!created) {
      if (row.request_hash.equals(hash) && row.created_by === actor.author) return { row, created };
      throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another note has this id.' }] });
    }
    await insertMentions(tx, id);
    await addChanges(tx, [{ collection: 'notes', id, marker: 'NEW', version: row.version }]);
    return { row, created };
  });
  if (outcome.created) platform.notifier.notify('changes_new', clientId);
  return outcome;
}

/**
 * Changes or deletes a note of the actor's own, once: what is so already stays as it is.
 * @param change null deletes it
 * @throws AppError not_found (conversation, note, member, group), forbidden for a note of another member
 */
export async function changeNote(
  platform: Platform,
  actor: MemberActor,
  threadId: string,
  noteId: string,
  change: Pick<NoteBody, 'body' | 'mentions'> | null,
): Promise<NoteRow> {
  const changed = await platform.db.withTenant(actor.clientId, async (tx) => {
    const note = await getNote(tx, actor, threadId, noteId);
    if (note.created_by !== actor.author) {
      throw new AppError('forbidden', { message: 'Only its author may change a note.' });
    }
    if (change === null) {
      if (note.deleted_at !== null) return note;
      await deleteNote(tx, note.id);
    } else {
      if (note.deleted_at !== null) throw noteMissing();
      const next = {
        body: change.body,
        user_ids: distinct(change.mentions?.user_ids),
        group_ids: distinct(change.mentions?.group_ids),
      };
      if (!(await areMembers(tx, next.user_ids)))
        throw new AppError('not_found', { message: 'This member was not found.' });
      if (!(await areGroups(tx, next.group_ids)))
        throw new AppError('not_found', { message: 'This group was not found.' });
      if (hashRequest(next).equals(hashRequest(contentOf(note)))) return note;
      await editNote(tx, note.id, next);
    }
    const [row] = await findNotes(tx, [note.id]);
    if (row === undefined) throw new Error('a locked note is gone');
    await addChanges(tx, [{ collection: 'notes', id: row.id, marker: 'MODIFIED', version: row.version }]);
    return row;
  });
  platform.notifier.notify('changes_new', actor.clientId);
  return changed;
}

function contentOf({ body, user_ids, group_ids }: NoteRow) {
  return { body, user_ids, group_ids };
}

/** A note of a conversation that the actor sees, locked until commit. @throws AppError not_found */
export async function getNote(tx: TenantTx, actor: MemberActor, threadId: string, noteId: string): Promise<NoteRow> {
  const thread = await lockVisibleThread(tx, threadId, visibilityOf(actor));
  const note = isUuid(noteId) ? await lockNote(tx, noteId) : null;
  if (note === null || note.thread_id !== thread.id) throw noteMissing();
  return note;
}

function noteMissing(): AppError {
  return new AppError('not_found', { message: 'This note was not found.' });
}

function distinct(ids: readonly string[] | undefined): string[] {
  return [...new Set((ids ?? []).map((id) => id.toLowerCase()))].sort();
}
