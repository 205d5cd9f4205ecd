import { createHash } from 'node:crypto';
import type { InputOf, Note } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { idFromKey, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { areGroups, areMembers, visibilityOf } from '../team/public.ts';
import { findNotes, insertMentions, insertNote, type NoteRow } from './note-repo.ts';
import { holdSeenThread } from './seen.ts';

type NoteBody = InputOf<'POST /api/threads/{id}/notes'>['body'];

export function presentNote(row: NoteRow): Note {
  const { id, thread_id, body, user_ids, group_ids, created_at, created_by, version } = row;
  return {
    id,
    thread_id,
    body,
    mentions: { user_ids, group_ids },
    created_at: created_at.toISOString(),
    created_by,
    version,
  };
}

/**
 * Writes an internal note, once however often it is said: row, mentions and its place in the feed are one transaction. It
 * makes no trigger, so nothing of it can reach a customer.
 * @throws AppError not_found (conversation, person, group), id_conflict
 */
export async function writeNote(
  platform: Platform,
  actor: MemberActor,
  threadId: string,
  given: NoteBody,
  idempotencyKey: string | undefined,
): Promise<{ row: NoteRow; created: boolean }> {
  const { clientId, uid } = actor;
  const keyed =
    idempotencyKey === undefined ? undefined : idFromKey(clientId, uid, 'POST /api/threads/notes', idempotencyKey);
  const id = given.id?.toLowerCase() ?? keyed ?? newId();
  const userIds = distinct(given.mentions?.user_ids);
  const groupIds = distinct(given.mentions?.group_ids);
  const hash = fingerprint(threadId, given.body, userIds, groupIds);
  const outcome = await platform.db.withTenant(clientId, async (tx) => {
    const thread = await holdSeenThread(tx, threadId, visibilityOf(actor));
    if (!(await areMembers(tx, userIds))) throw new AppError('not_found', { message: 'This person was not found.' });
    if (!(await areGroups(tx, groupIds))) throw new AppError('not_found', { message: 'This group was not found.' });
    const note = { id, thread_id: thread.id, body: given.body, user_ids: userIds, group_ids: groupIds };
    const created = await insertNote(tx, { ...note, request_hash: hash, created_by: actor.author });
    const [row] = await findNotes(tx, [id]);
    if (row === undefined) throw new Error('a note that was there a moment ago is gone');
    if (!created) {
      if (row.request_hash.equals(hash) && row.created_by === actor.author) return { row, created };
      throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another note already has this id.' }] });
    }
    await insertMentions(tx, id);
    await addChanges(tx, [{ collection: 'notes', id, marker: 'NEW', version: row.version }]);
    return { row, created };
  });
  if (outcome.created) platform.signal.hint('changes_new', clientId);
  return outcome;
}

function distinct(ids: readonly string[] | undefined): string[] {
  return [...new Set((ids ?? []).map((id) => id.toLowerCase()))].sort();
}

function fingerprint(...parts: unknown[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
