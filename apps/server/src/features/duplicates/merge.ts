import type { MergeCause } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { moveRecipients } from '../broadcasts/public.ts';
import {
  addToLists,
  lockMergeStates,
  type MergeState,
  type MovedIdentity,
  markMerged,
  moveAllIdentities,
  moveHistory,
  recordActivity,
  writeMergeState,
} from '../contacts/public.ts';
import { mergeNotes } from '../inbox/public.ts';
import { lockIngest } from '../ingest/public.ts';
import { lockThreadsOf, mergeThread, moveThread, type ThreadState, writeThreadState } from '../messaging/public.ts';
import { addChanges, type NewChange } from '../sync/public.ts';
import { hasRealThread } from './merge-candidates-query-repo.ts';
import { insertMerge, recordMovedMessages, recordMovedNotes, writeUndo } from './merge-repo.ts';
import { combineContacts, combineThreads, type MergeChoice } from './merge-rules.ts';

type Change = Omit<NewChange, 'clientId'>;

/** What undo needs, stored with the merge. Rows of merged contacts stay, so only what moved is here. */
export type Undo = {
  before: MergeState;
  after: MergeState;
  taken: Array<{
    id: string;
    lists: string[];
    identities: MovedIdentity[];
    notes: string[];
    activity: string[];
    /** Threads that were moved to the surviving contact. */
    moved: string[];
    /** Threads that were merged into one of the surviving contact in the same channel. */
    joined: Array<{ id: string; into: string; unread: number; before: ThreadState; after: ThreadState }>;
  }>;
};

/** Above this, changes of messages or of notes are published as one row. */
const maxChanges = 500;

export type MergeRequest = {
  id: string;
  survivorId: string;
  mergedIds: readonly string[];
  cause: MergeCause;
  author: string;
  requestHash: Buffer;
  choice?: MergeChoice;
};

/**
 * Merges contacts into one: identities, lists, notes and threads move, and two threads in one channel become one. Call it
 * first in a transaction, because it locks ingest.
 * @returns false when this merge exists already, or one of the contacts is gone
 */
export async function mergeContacts(tx: TenantTx, request: MergeRequest): Promise<boolean> {
  const { id, survivorId, mergedIds, cause, author, requestHash, choice } = request;
  await lockIngest(tx);
  const ids = [survivorId, ...mergedIds];
  const states = await lockMergeStates(tx, ids);
  const [before, ...taken] = ids.flatMap((one) => {
    const row = states.get(one);
    return row === undefined || row.deleted ? [] : [row];
  });
  if (before === undefined || taken.length < mergedIds.length) return false;
  if (!(await insertMerge(tx, { id, contactId: survivorId, mergedIds, cause, author, requestHash }))) return false;
  const after = combineContacts(before, taken, choice);
  const changes: Change[] = [];
  const threads = await lockThreadsOf(tx, ids);
  const survivorThreads = new Map(
    threads.filter((one) => one.contact_id === survivorId).map((one) => [one.channel_id, one]),
  );
  const undo: Undo = { before, after, taken: [] };
  for (const one of taken) {
    const moves = await moveThreads(
      tx,
      id,
      survivorId,
      threads.filter(({ contact_id }) => contact_id === one.id),
      survivorThreads,
    );
    changes.push(...moves.changes);
    undo.taken.push({
      id: one.id,
      lists: one.lists,
      identities: await moveAllIdentities(tx, one.id, survivorId),
      ...(await moveHistory(tx, one.id, survivorId)),
      moved: moves.moved,
      joined: moves.joined,
    });
    await moveRecipients(tx, one.id, survivorId);
    const version = await markMerged(tx, one.id, survivorId);
    changes.push({ collection: 'contacts', id: one.id, marker: 'DELETED', version });
  }
  const version = await writeMergeState(tx, await withoutSandboxIfReal(tx, after));
  await addToLists(tx, after.lists, [survivorId]);
  await writeUndo(tx, id, undo);
  await recordActivity(tx, author, 'merged', [survivorId], { merge_id: id, contact_ids: mergedIds, cause });
  changes.push({ collection: 'contacts', id: survivorId, marker: 'MODIFIED', version });
  changes.push({ collection: 'contact_lists', id: '*', marker: 'MODIFIED', version: Date.now() });
  await addChanges(tx, compactChanges(changes));
  return true;
}

/** Moves the threads of a merged contact to the surviving one. */
async function moveThreads(
  tx: TenantTx,
  mergeId: string,
  survivorId: string,
  threads: readonly ThreadState[],
  survivorThreads: Map<string, ThreadState>,
): Promise<{ changes: Change[]; moved: string[]; joined: Undo['taken'][number]['joined'] }> {
  const changes: Change[] = [];
  const moved: string[] = [];
  const joined: Undo['taken'][number]['joined'] = [];
  for (const thread of threads) {
    const there = survivorThreads.get(thread.channel_id);
    if (there === undefined) {
      const { version, messages } = await moveThread(tx, thread.id, survivorId);
      survivorThreads.set(thread.channel_id, { ...thread, contact_id: survivorId, version });
      moved.push(thread.id);
      changes.push(
        { collection: 'threads', id: thread.id, marker: 'MODIFIED', version },
        ...messages.map(messageChange),
      );
      continue;
    }
    const { version, messages } = await mergeThread(tx, thread, there);
    await recordMovedMessages(
      tx,
      mergeId,
      thread.id,
      messages.map((message) => message.id),
    );
    const notes = await mergeNotes(tx, thread.id, there.id);
    await recordMovedNotes(
      tx,
      mergeId,
      thread.id,
      notes.map((note) => note.id),
    );
    const now = combineThreads(there, thread);
    now.version = await writeThreadState(tx, now);
    survivorThreads.set(thread.channel_id, now);
    joined.push({ id: thread.id, into: there.id, unread: thread.unread_count, before: there, after: now });
    changes.push(
      { collection: 'threads', id: thread.id, marker: 'DELETED', version },
      { collection: 'threads', id: there.id, marker: 'MODIFIED', version: now.version },
      ...messages.map(messageChange),
      ...notes.map(noteChange),
    );
  }
  return { changes, moved, joined };
}

/** A contact that someone wrote to outside of the sandbox is a real one, whatever was merged. */
export async function withoutSandboxIfReal(tx: TenantTx, state: MergeState): Promise<MergeState> {
  return (await hasRealThread(tx, state.id)) ? { ...state, sandbox: false } : state;
}

export function messageChange({ id, version }: { id: string; version: number }): Change {
  return { collection: 'messages', id, marker: 'MODIFIED', version };
}

export function noteChange({ id, version }: { id: string; version: number }): Change {
  return { collection: 'notes', id, marker: 'MODIFIED', version };
}

/** Replaces many changed messages or notes by one row, after which screens read them again. */
export function compactChanges(changes: readonly Change[]): Change[] {
  let compacted = [...changes];
  for (const collection of ['messages', 'notes'] as const) {
    const rest = compacted.filter((change) => change.collection !== collection);
    if (compacted.length - rest.length <= maxChanges) continue;
    compacted = [...rest, { collection, id: '*', marker: 'MODIFIED', version: Date.now() }];
  }
  return compacted;
}
