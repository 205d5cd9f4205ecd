import type { MergeCause } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { addChanges, type NewChange } from '../../sync/public.ts';
import { noteActivity } from '../activity-repo.ts';
import { addToLists } from '../list-repo.ts';
import { type Choice, combine, combineThreads } from './decide.ts';
import {
  holdUnderstanding,
  insertMerge,
  lockStandings,
  type MovedIdentity,
  moveAllIdentities,
  moveHistory,
  type Standing,
  takeOverContact,
  writeStanding,
  writeUndo,
} from './merge-repo.ts';
import { moveRecipients } from './recipients-repo.ts';
import { joinNotes } from './thread-notes-repo.ts';
import { joinThread, lockThreads, moveThread, type ThreadState, writeThread } from './thread-repo.ts';

type Change = Omit<NewChange, 'clientId'>;

/** What an undo needs to know; rows of contacts that were taken over stay, so only what moved is here. */
export type Undo = {
  before: Standing;
  after: Standing;
  taken: Array<{
    id: string;
    lists: string[];
    identities: MovedIdentity[];
    notes: string[];
    activity: string[];
    /** Conversations that became the stayer's own. */
    moved: string[];
    /** Conversations that were joined to one of the stayer's in the same channel. */
    joined: Array<{ id: string; into: string; unread: number; before: ThreadState; after: ThreadState }>;
  }>;
};

/** Changes of more messages or notes than this are told as one. */
const mostChanges = 500;

export type MergeOrder = {
  id: string;
  stays: string;
  others: readonly string[];
  cause: MergeCause;
  author: string;
  requestHash: Buffer;
  choice?: Choice;
};

/**
 * Makes one contact of several, in the caller's transaction, which must do this first: identities, lists, notes and
 * conversations go over, of two conversations in one channel the stayer's stands for both.
 * @returns false when this merge was written before, or one of the contacts is not there any more
 */
export async function mergeContacts(tx: TenantTx, order: MergeOrder): Promise<boolean> {
  const { id, stays, others, cause, author, requestHash, choice } = order;
  await holdUnderstanding(tx);
  const ids = [stays, ...others];
  const standings = await lockStandings(tx, ids);
  const [before, ...taken] = ids.flatMap((one) => {
    const row = standings.get(one);
    return row === undefined || row.deleted ? [] : [row];
  });
  if (before === undefined || taken.length < others.length) return false;
  if (!(await insertMerge(tx, { id, contactId: stays, mergedIds: others, cause, author, requestHash }))) return false;
  const after = combine(before, taken, choice);
  const changes: Change[] = [];
  const threads = await lockThreads(tx, ids);
  const ofStayer = new Map(threads.filter((one) => one.contact_id === stays).map((one) => [one.channel_id, one]));
  const undo: Undo = { before, after, taken: [] };
  for (const one of taken) {
    const places = await moveThreads(
      tx,
      id,
      stays,
      threads.filter(({ contact_id }) => contact_id === one.id),
      ofStayer,
    );
    changes.push(...places.changes);
    undo.taken.push({
      id: one.id,
      lists: one.lists,
      identities: await moveAllIdentities(tx, one.id, stays),
      ...(await moveHistory(tx, one.id, stays)),
      moved: places.moved,
      joined: places.joined,
    });
    await moveRecipients(tx, one.id, stays);
    const version = await takeOverContact(tx, one.id, stays);
    changes.push({ collection: 'contacts', id: one.id, marker: 'DELETED', version });
  }
  const version = await writeStanding(tx, after);
  await addToLists(tx, after.lists, [stays]);
  await writeUndo(tx, id, undo);
  await noteActivity(tx, author, 'merged', [stays], { merge_id: id, contact_ids: others, cause });
  changes.push({ collection: 'contacts', id: stays, marker: 'MODIFIED', version });
  changes.push({ collection: 'contact_lists', id: '*', marker: 'MODIFIED', version: Date.now() });
  await addChanges(tx, fewEnough(changes));
  return true;
}

/** The conversations of a contact that is taken over, into those of the one that stays. */
async function moveThreads(
  tx: TenantTx,
  mergeId: string,
  stays: string,
  threads: readonly ThreadState[],
  ofStayer: Map<string, ThreadState>,
): Promise<{ changes: Change[]; moved: string[]; joined: Undo['taken'][number]['joined'] }> {
  const changes: Change[] = [];
  const moved: string[] = [];
  const joined: Undo['taken'][number]['joined'] = [];
  for (const thread of threads) {
    const there = ofStayer.get(thread.channel_id);
    if (there === undefined) {
      const { version, messages } = await moveThread(tx, thread.id, stays);
      ofStayer.set(thread.channel_id, { ...thread, contact_id: stays, version });
      moved.push(thread.id);
      changes.push({ collection: 'threads', id: thread.id, marker: 'MODIFIED', version }, ...messages.map(changed));
      continue;
    }
    const { version, messages } = await joinThread(tx, mergeId, thread, there);
    const notes = await joinNotes(tx, mergeId, thread.id, there.id);
    const now = combineThreads(there, thread);
    now.version = await writeThread(tx, now);
    ofStayer.set(thread.channel_id, now);
    joined.push({ id: thread.id, into: there.id, unread: thread.unread_count, before: there, after: now });
    changes.push(
      { collection: 'threads', id: thread.id, marker: 'DELETED', version },
      { collection: 'threads', id: there.id, marker: 'MODIFIED', version: now.version },
      ...messages.map(changed),
      ...notes.map(changedNote),
    );
  }
  return { changes, moved, joined };
}

export function changed({ id, version }: { id: string; version: number }): Change {
  return { collection: 'messages', id, marker: 'MODIFIED', version };
}

export function changedNote({ id, version }: { id: string; version: number }): Change {
  return { collection: 'notes', id, marker: 'MODIFIED', version };
}

/** Many messages are told by one row, after which screens read again; many notes too. */
export function fewEnough(changes: readonly Change[]): Change[] {
  let told = [...changes];
  for (const collection of ['messages', 'notes'] as const) {
    const others = told.filter((change) => change.collection !== collection);
    if (told.length - others.length <= mostChanges) continue;
    told = [...others, { collection, id: '*', marker: 'MODIFIED', version: Date.now() }];
  }
  return told;
}
