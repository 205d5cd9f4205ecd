import type { MergeSkipped } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { moveRecipientsBack } from '../broadcasts/public.ts';
import {
  findLists,
  listFieldRows,
  listLists,
  lockMergeStates,
  type MergeState,
  moveHistory,
  moveIdentitiesBack,
  recordActivity,
  removeFromLists,
  unmarkMerged,
  writeMergeState,
} from '../contacts/public.ts';
import { unmergeNotes } from '../inbox/public.ts';
import { lockIngest } from '../ingest/public.ts';
import {
  findLastMessage,
  findThreadState,
  lockThreadsOf,
  moveThread,
  setMergedInto,
  type ThreadState,
  unmergeSince,
  unmergeThread,
  writeThreadState,
} from '../messaging/public.ts';
import { addChanges, type NewChange } from '../sync/public.ts';
import { dismissPair } from './duplicates-query-repo.ts';
import { compactChanges, messageChange, noteChange, type Undo, withoutSandboxIfReal } from './merge.ts';
import { endMerge, hasLaterMerge, listMovedMessages, listMovedNotes } from './merge-repo.ts';
import { lockMerge, type MergeRow } from './merges-query-repo.ts';

type Change = Omit<NewChange, 'clientId'>;
type Taken = Undo['taken'][number];

function mergeClosed(message: string): AppError {
  return new AppError('merge_closed', { message });
}

/**
 * Undoes a merge: every contact gets back what it had. What changed since stays with the surviving contact and is returned.
 * The contacts are not suggested or merged automatically again.
 * @throws AppError not_found, merge_closed
 */
export async function undoMerge(
  tx: TenantTx,
  id: string,
  author: string,
): Promise<{ kept: MergeSkipped[]; merge: MergeRow }> {
  await lockIngest(tx);
  const merge = await lockMerge(tx, id);
  if (merge === null) throw new AppError('not_found', { message: 'This merge was not found.' });
  if (merge.undone_at !== null) return { kept: merge.kept ?? [], merge };
  const undo = merge.undo as Undo | null;
  if (undo === null) throw mergeClosed('Merges can be undone for 30 days. This one is older.');
  const survivorId = merge.contact_id;
  const states = await lockMergeStates(tx, [survivorId, ...merge.merged_ids]);
  const now = states.get(survivorId);
  if (now === undefined || (now.deleted && now.merged_into === null)) {
    throw mergeClosed('This contact was deleted after the merge. Restore it from the trash first.');
  }
  if (now.merged_into !== null)
    throw mergeClosed('This contact was merged into another one later. Undo that merge first.');
  if (await hasLaterMerge(tx, id))
    throw mergeClosed('Another contact was merged into this one later. Undo that merge first.');
  await lockThreadsOf(tx, [survivorId]);
  const { state, kept } = restore(undo, now, await namesOf(tx));
  const changes: Change[] = [];
  for (const one of undo.taken.toReversed()) {
    if (states.get(one.id)?.merged_into !== survivorId) {
      kept.push({ what: 'contact', name: states.get(one.id)?.name ?? null, count: null });
      continue;
    }
    kept.push(...(await restoreContact(tx, merge, one, changes)));
    await dismissPair(tx, survivorId, one.id, author);
  }
  const version = await writeMergeState(tx, await withoutSandboxIfReal(tx, state));
  await removeFromLists(
    tx,
    now.lists.filter((list) => !state.lists.includes(list)),
    [survivorId],
  );
  changes.push({ collection: 'contacts', id: survivorId, marker: 'MODIFIED', version });
  changes.push({ collection: 'contact_lists', id: '*', marker: 'MODIFIED', version: Date.now() });
  await endMerge(tx, id, author, kept);
  await recordActivity(tx, author, 'merge_undone', [survivorId, ...merge.merged_ids], { merge_id: id });
  await addChanges(tx, compactChanges(changes));
  return { kept, merge: { ...merge, undo: null, undone_at: new Date(), undone_by: author, kept } };
}

type Names = { fields: Map<string, string>; lists: Map<string, string> };
async function namesOf(tx: TenantTx): Promise<Names> {
  return {
    fields: new Map((await listFieldRows(tx)).map(({ no, name }) => [String(no), name])),
    lists: new Map((await listLists(tx)).map(({ id, name }) => [id, name])),
  };
}

/** What the surviving contact was before the merge, except for what changed since. @returns also what changed and stays */
export function restore(
  { before, after }: Pick<Undo, 'before' | 'after'>,
  now: MergeState,
  names: Names,
): { state: MergeState; kept: MergeSkipped[] } {
  const kept: MergeSkipped[] = [];
  const state: MergeState = { ...now, custom_fields: { ...now.custom_fields } };
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const keep = (what: MergeSkipped['what'], name: string | null = null) => kept.push({ what, name, count: null });
  for (const key of ['name', 'phone_number', 'user_id', 'username'] as const) {
    if (same(now[key], after[key])) Object.assign(state, { [key]: before[key] });
    else if (!same(now[key], before[key])) keep(key);
  }
  const consent = ({ opted_in_at, opt_in_source }: MergeState) => [moment(opted_in_at), opt_in_source];
  if (same(consent(now), consent(after))) {
    state.opted_in_at = before.opted_in_at;
    state.opt_in_source = before.opt_in_source;
  } else if (!same(consent(now), consent(before))) keep('opt_in');
  if (now.sandbox === after.sandbox) state.sandbox = before.sandbox;
  const optOut = ({ opted_out_at, suppressions }: MergeState) => [
    moment(opted_out_at),
    suppressions.map((one) => ({ ...one, provider_at: moment(one.provider_at) })),
  ];
  if (same(optOut(now), optOut(after))) {
    state.opted_out_at = before.opted_out_at;
    state.suppressions = before.suppressions;
  } else if (!same(optOut(now), optOut(before))) keep('suppressions');
  const numbers = new Set([before, after, now].flatMap(({ custom_fields: fields }) => Object.keys(fields)));
  for (const no of numbers) {
    const [was, made, is] = [before, after, now].map(({ custom_fields: fields }) => fields[no]);
    // A field that was deleted since is gone for both.
    if (is === made) {
      if (was === undefined || !names.fields.has(no)) delete state.custom_fields[no];
      else state.custom_fields[no] = was;
    } else if (is !== was) keep('custom_field', names.fields.get(no) ?? null);
  }
  const wasIn = new Set(before.lists);
  const putIn = new Set(after.lists.filter((list) => !wasIn.has(list)));
  state.lists = now.lists.filter((list) => !putIn.has(list));
  for (const list of now.lists) if (!wasIn.has(list) && !putIn.has(list)) keep('list', names.lists.get(list) ?? null);
  return { state, kept };
}

/** The time as a number, however it is written. */
function moment(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

/** Restores one merged contact. @returns what could not be restored */
async function restoreContact(tx: TenantTx, merge: MergeRow, one: Taken, changes: Change[]): Promise<MergeSkipped[]> {
  const survivorId = merge.contact_id;
  const kept: MergeSkipped[] = [];
  const lists = (await findLists(tx, one.lists)).map(({ id }) => id);
  const version = await unmarkMerged(tx, one.id, survivorId, lists);
  if (version === null) throw new Error('a locked contact is not merged any more');
  changes.push({ collection: 'contacts', id: one.id, marker: 'NEW', version });
  const returned = await moveIdentitiesBack(tx, survivorId, one.id, one.identities);
  const lost = one.identities.length - returned.length;
  if (lost > 0) kept.push({ what: 'identity', name: null, count: lost });
  await moveRecipientsBack(tx, survivorId, one.id);
  const history = await moveHistory(tx, survivorId, one.id, one);
  const goneNotes = one.notes.length - history.notes.length;
  if (goneNotes > 0) kept.push({ what: 'notes', name: null, count: goneNotes });
  for (const join of one.joined.toReversed()) kept.push(...(await splitThread(tx, merge, one.id, join, changes)));
  for (const threadId of one.moved) {
    const thread = await findThreadState(tx, threadId);
    if (thread === null || thread.contact_id !== survivorId) {
      kept.push({ what: 'conversation', name: null, count: 1 });
      continue;
    }
    const moved = await moveThread(tx, threadId, one.id);
    changes.push({ collection: 'threads', id: threadId, marker: 'MODIFIED', version: moved.version });
    changes.push(...moved.messages.map(messageChange));
  }
  return kept;
}

/** Splits a merged thread into the two it was made of. @returns what could not be restored */
async function splitThread(
  tx: TenantTx,
  merge: MergeRow,
  contactId: string,
  join: Taken['joined'][number],
  changes: Change[],
): Promise<MergeSkipped[]> {
  const { before, after } = join;
  const now = await findThreadState(tx, join.into);
  if (now === null) return [{ what: 'conversation', name: null, count: 1 }];
  await setMergedInto(tx, join.id, null);
  const thread = { id: join.id, contactId, from: join.into };
  const messages = await unmergeThread(tx, thread, await listMovedMessages(tx, merge.id, join.id));
  const notes = await unmergeNotes(tx, thread, await listMovedNotes(tx, merge.id, join.id));
  const own = await findThreadState(tx, join.id);
  if (own === null) throw new Error('a restored thread is gone');
  const ownAddress = own.to_phone !== before.to_phone || own.to_user_id !== before.to_user_id;
  const since = ownAddress ? await unmergeSince(tx, join.into, merge.created_at, own) : [];
  const readSince = now.read_arrival > after.read_arrival;
  const rest: ThreadState = {
    ...now,
    ...(await findLastMessage(tx, join.into)),
    to_phone: now.to_phone === after.to_phone ? before.to_phone : now.to_phone,
    to_user_id: now.to_user_id === after.to_user_id ? before.to_user_id : now.to_user_id,
    state: now.state === after.state ? before.state : now.state,
    assignee_id: now.assignee_id === after.assignee_id ? before.assignee_id : now.assignee_id,
    assignee_group_id:
      now.assignee_group_id === after.assignee_group_id ? before.assignee_group_id : now.assignee_group_id,
    stage_id: now.stage_id === after.stage_id ? before.stage_id : now.stage_id,
    value_minor: now.value_minor === after.value_minor ? before.value_minor : now.value_minor,
    window_expires_at:
      since.length > 0 || moment(now.window_expires_at) === moment(after.window_expires_at)
        ? before.window_expires_at
        : now.window_expires_at,
    unread_count: readSince ? now.unread_count : Math.max(0, now.unread_count - join.unread),
  };
  const back: ThreadState = {
    ...own,
    ...(await findLastMessage(tx, join.id)),
    window_expires_at: since.length > 0 ? now.window_expires_at : own.window_expires_at,
    unread_count: readSince ? 0 : own.unread_count,
  };
  changes.push(
    { collection: 'threads', id: join.into, marker: 'MODIFIED', version: await writeThreadState(tx, rest) },
    { collection: 'threads', id: join.id, marker: 'NEW', version: await writeThreadState(tx, back) },
    ...[...messages, ...since].map(messageChange),
    ...notes.map(noteChange),
  );
  return [];
}
