import type { MergeKept } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { addChanges, type NewChange } from '../../sync/public.ts';
import { noteActivity } from '../activity-repo.ts';
import { listFieldRows } from '../field-repo.ts';
import { findLists, listLists, removeFromLists } from '../list-repo.ts';
import { dismissPair } from './duplicate-repo.ts';
import { changed, changedNote, fewEnough, type Undo } from './merge.ts';
import {
  endMerge,
  giveBackContact,
  hasLaterMerge,
  holdMerge,
  holdUnderstanding,
  lockStandings,
  type MergeRow,
  moveHistory,
  moveIdentitiesBack,
  type Standing,
  writeStanding,
} from './merge-repo.ts';
import { giveBackRecipients } from './recipients-repo.ts';
import { partNotes } from './thread-notes-repo.ts';
import {
  lastOfThread,
  lockThreads,
  moveThread,
  partSince,
  partThread,
  pointThread,
  readThread,
  type ThreadState,
  writeThread,
} from './thread-repo.ts';

type Change = Omit<NewChange, 'clientId'>;
type Taken = Undo['taken'][number];

function refused(message: string): AppError {
  return new AppError('merge_closed', { message });
}

/**
 * Takes a merge back: each contact is what it was before, except what changed since, which stays with the contact that
 * holds it and is named. The two are not suggested or merged by themselves again.
 * @throws AppError not_found, merge_closed with words
 */
export async function undoMerge(
  tx: TenantTx,
  id: string,
  author: string,
): Promise<{ kept: MergeKept[]; merge: MergeRow }> {
  await holdUnderstanding(tx);
  const merge = await holdMerge(tx, id);
  if (merge === null) throw new AppError('not_found', { message: 'This merge was not found.' });
  if (merge.undone_at !== null) return { kept: merge.kept ?? [], merge };
  const undo = merge.undo as Undo | null;
  if (undo === null) throw refused('This merge is older than 30 days and cannot be taken back any more.');
  const stays = merge.contact_id;
  const standings = await lockStandings(tx, [stays, ...merge.merged_ids]);
  const now = standings.get(stays);
  if (now === undefined || (now.deleted && now.merged_into === null)) {
    throw refused('The contact was deleted since. Restore it from the trash first.');
  }
  if (now.merged_into !== null) throw refused('The contact became part of another since. Take that merge back first.');
  if (await hasLaterMerge(tx, id)) throw refused('The contact took over another since. Take that merge back first.');
  await lockThreads(tx, [stays]);
  const { standing, kept } = restore(undo, now, await namesOf(tx));
  const changes: Change[] = [];
  for (const one of undo.taken.toReversed()) {
    if (standings.get(one.id)?.merged_into !== stays) {
      kept.push({ what: 'contact', name: standings.get(one.id)?.name ?? null, count: null });
      continue;
    }
    kept.push(...(await giveBack(tx, merge, one, changes)));
    await dismissPair(tx, stays, one.id, author);
  }
  const version = await writeStanding(tx, standing);
  await removeFromLists(
    tx,
    now.lists.filter((list) => !standing.lists.includes(list)),
    [stays],
  );
  changes.push({ collection: 'contacts', id: stays, marker: 'MODIFIED', version });
  changes.push({ collection: 'contact_lists', id: '*', marker: 'MODIFIED', version: Date.now() });
  await endMerge(tx, id, author, kept);
  await noteActivity(tx, author, 'merge_undone', [stays, ...merge.merged_ids], { merge_id: id });
  await addChanges(tx, fewEnough(changes));
  return { kept, merge: { ...merge, undo: null, undone_at: new Date(), undone_by: author, kept } };
}

type Names = { fields: Map<string, string>; lists: Map<string, string> };
async function namesOf(tx: TenantTx): Promise<Names> {
  return {
    fields: new Map((await listFieldRows(tx)).map(({ no, name }) => [String(no), name])),
    lists: new Map((await listLists(tx)).map(({ id, name }) => [id, name])),
  };
}

/** What of the contact that stayed goes back to what it was, and what changed since and stays. */
export function restore(
  { before, after }: Pick<Undo, 'before' | 'after'>,
  now: Standing,
  names: Names,
): { standing: Standing; kept: MergeKept[] } {
  const kept: MergeKept[] = [];
  const standing: Standing = { ...now, custom_fields: { ...now.custom_fields } };
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const keep = (what: MergeKept['what'], name: string | null = null) => kept.push({ what, name, count: null });
  for (const key of ['name', 'phone_number', 'user_id', 'username'] as const) {
    if (same(now[key], after[key])) Object.assign(standing, { [key]: before[key] });
    else if (!same(now[key], before[key])) keep(key);
  }
  const consent = ({ opted_in_at, opt_in_source }: Standing) => [moment(opted_in_at), opt_in_source];
  if (same(consent(now), consent(after))) {
    standing.opted_in_at = before.opted_in_at;
    standing.opt_in_source = before.opt_in_source;
  } else if (!same(consent(now), consent(before))) keep('opt_in');
  if (before.sandbox !== undefined && now.sandbox === after.sandbox) standing.sandbox = before.sandbox;
  const wishes = ({ opted_out_at, suppressions }: Standing) => [
    moment(opted_out_at),
    suppressions.map((one) => ({ ...one, provider_at: moment(one.provider_at) })),
  ];
  if (same(wishes(now), wishes(after))) {
    standing.opted_out_at = before.opted_out_at;
    standing.suppressions = before.suppressions;
  } else if (!same(wishes(now), wishes(before))) keep('suppressions');
  const numbers = new Set([before, after, now].flatMap(({ custom_fields: fields }) => Object.keys(fields)));
  for (const no of numbers) {
    const [was, made, is] = [before, after, now].map(({ custom_fields: fields }) => fields[no]);
    // A field that was deleted since is gone for both.
    if (is === made) {
      if (was === undefined || !names.fields.has(no)) delete standing.custom_fields[no];
      else standing.custom_fields[no] = was;
    } else if (is !== was) keep('custom_field', names.fields.get(no) ?? null);
  }
  const wasIn = new Set(before.lists);
  const putIn = new Set(after.lists.filter((list) => !wasIn.has(list)));
  standing.lists = now.lists.filter((list) => !putIn.has(list));
  for (const list of now.lists) if (!wasIn.has(list) && !putIn.has(list)) keep('list', names.lists.get(list) ?? null);
  return { standing, kept };
}

/** The moment, however it is written. */
function moment(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

/** One contact that was taken over is itself again. @returns what could not go back */
async function giveBack(tx: TenantTx, merge: MergeRow, one: Taken, changes: Change[]): Promise<MergeKept[]> {
  const stays = merge.contact_id;
  const kept: MergeKept[] = [];
  const lists = (await findLists(tx, one.lists)).map(({ id }) => id);
  const version = await giveBackContact(tx, one.id, stays, lists);
  if (version === null) throw new Error('a held contact is no part of the other any more');
  changes.push({ collection: 'contacts', id: one.id, marker: 'NEW', version });
  const returned = await moveIdentitiesBack(tx, stays, one.id, one.identities);
  const lost = one.identities.length - returned.length;
  if (lost > 0) kept.push({ what: 'identity', name: null, count: lost });
  await giveBackRecipients(tx, stays, one.id);
  const history = await moveHistory(tx, stays, one.id, one);
  const goneNotes = one.notes.length - history.notes.length;
  if (goneNotes > 0) kept.push({ what: 'notes', name: null, count: goneNotes });
  for (const join of one.joined.toReversed()) kept.push(...(await part(tx, merge, one.id, join, changes)));
  for (const threadId of one.moved) {
    const thread = await readThread(tx, threadId);
    if (thread === null || thread.contact_id !== stays) {
      kept.push({ what: 'conversation', name: null, count: 1 });
      continue;
    }
    const moved = await moveThread(tx, threadId, one.id);
    changes.push({ collection: 'threads', id: threadId, marker: 'MODIFIED', version: moved.version });
    changes.push(...moved.messages.map(changed));
  }
  return kept;
}

/** Two conversations of one channel that were joined are two again. */
async function part(
  tx: TenantTx,
  merge: MergeRow,
  contactId: string,
  join: Taken['joined'][number],
  changes: Change[],
): Promise<MergeKept[]> {
  const { before, after } = join;
  const now = await readThread(tx, join.into);
  if (now === null) return [{ what: 'conversation', name: null, count: 1 }];
  await pointThread(tx, join.id, null);
  const messages = await partThread(tx, merge.id, { id: join.id, contactId, from: join.into });
  const notes = await partNotes(tx, merge.id, join.id, join.into);
  const own = await readThread(tx, join.id);
  if (own === null) throw new Error('a conversation that was parted is gone');
  const ownAddress = own.to_phone !== before.to_phone || own.to_user_id !== before.to_user_id;
  const since = ownAddress ? await partSince(tx, join.into, merge.created_at, own) : [];
  const readSince = now.read_arrival > after.read_arrival;
  const rest: ThreadState = {
    ...now,
    ...(await lastOfThread(tx, join.into)),
    to_phone: now.to_phone === after.to_phone ? before.to_phone : now.to_phone,
    to_user_id: now.to_user_id === after.to_user_id ? before.to_user_id : now.to_user_id,
    state: now.state === after.state ? before.state : now.state,
    assignee_id: now.assignee_id === after.assignee_id ? before.assignee_id : now.assignee_id,
    assignee_group_id:
      now.assignee_group_id === after.assignee_group_id ? before.assignee_group_id : now.assignee_group_id,
    window_expires_at:
      since.length > 0 || moment(now.window_expires_at) === moment(after.window_expires_at)
        ? before.window_expires_at
        : now.window_expires_at,
    unread_count: readSince ? now.unread_count : Math.max(0, now.unread_count - join.unread),
  };
  const back: ThreadState = {
    ...own,
    ...(await lastOfThread(tx, join.id)),
    window_expires_at: since.length > 0 ? now.window_expires_at : own.window_expires_at,
    unread_count: readSince ? 0 : own.unread_count,
  };
  changes.push(
    { collection: 'threads', id: join.into, marker: 'MODIFIED', version: await writeThread(tx, rest) },
    { collection: 'threads', id: join.id, marker: 'NEW', version: await writeThread(tx, back) },
    ...[...messages, ...since].map(changed),
    ...notes.map(changedNote),
  );
  return [];
}
