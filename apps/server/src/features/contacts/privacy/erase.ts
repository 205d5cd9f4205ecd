import { createHmac } from 'node:crypto';
import { goneForGood } from '@parley/contract/sync';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type MediaStorage, removeObjects } from '../../media/public.ts';
import { addChanges } from '../../sync/public.ts';
import { forgetExportFiles } from '../export-repo.ts';
import { phoneForms } from '../phone-number.ts';
import { cleanCampaigns } from './clean-campaigns.ts';
import { cleanImports } from './clean-imports.ts';
import { addCounts, endErasure, findErasure, noteFilesGone, noteProgress, type Subject } from './erase-repo.ts';
import { removeInternalNotes } from './internal-notes-repo.ts';
import { listLanes, listNaming, rewriteRaw } from './raw-repo.ts';
import { listThreadsOf, namesOf, removeFiles, removeMessages, removePerson, removeThreads } from './remove-repo.ts';
import { names, scrub } from './scrub.ts';
import { forgetInActs, forgetInMerges } from './traces-repo.ts';

export const eraseKind = 'contacts.erase';
const messagesAtOnce = 300;
const rawAtOnce = 5_000;
const endOfTime = new Date('9999-12-31T00:00:00Z');

/** One hash for each number and id, by which only who knows it finds the receipt again. */
export function hashesOf(platform: Platform, clientId: string, { phones, users }: Subject): string[] {
  const key = platform.secrets.derive(`erasure ${clientId}`);
  return [...phones, ...users].map((value) => createHmac('sha256', key).update(value).digest('hex')).sort();
}

/** Removes a person step by step: each step is a transaction that also counts what it removed. */
export function eraseJob(platform: Platform, storage: MediaStorage): JobKind {
  return {
    name: eraseKind,
    run: (job) => erase(platform, storage, job),
    gaveUp: (tx, payload, reason) => endErasure(tx, payload['erasure_id'] ?? '', 'failed', reason),
  };
}

async function erase(platform: Platform, storage: MediaStorage, job: Job): Promise<JobResult> {
  const id = job.payload['erasure_id'] ?? '';
  const row = await job.transaction((tx) => findErasure(tx, id));
  if (row === null || row.subject === null) return undefined;
  const { subject } = row;
  if (!(await removeConversations(storage, job, id, subject))) return 'again';
  const needles = [...subject.phones.flatMap(phoneForms), ...subject.users];
  await job.transaction(async (tx) => {
    const internalNotes = await removeInternalNotes(tx, subject.contact_ids);
    const conversations = await removeThreads(tx, subject.contact_ids);
    await forgetInMerges(tx, subject.contact_ids);
    await forgetInActs(tx, [...subject.contact_ids, ...needles, ...(await namesOf(tx, subject.contact_ids))]);
    await cleanCampaigns(tx, subject);
    const { contacts, ...rest } = await removePerson(tx, subject.contact_ids);
    const counts = { ...rest, contacts, conversations: conversations.length, internal_notes: internalNotes };
    await addCounts(tx, id, counts);
    await addChanges(tx, [
      ...conversations.map((thread) => ({
        collection: 'threads' as const,
        id: thread,
        marker: 'DELETED' as const,
        version: goneForGood,
      })),
      { collection: 'messages', id: '*', marker: 'MODIFIED', version: Date.now() },
    ]);
  });
  await cleanImports(job, id, needles);
  if (!(await cleanRaw(platform, job, id, needles, row.key))) return 'again';
  await job.transaction(async (tx) => {
    await forgetExportFiles(tx);
    await endErasure(tx, id, 'done', null);
  });
  return undefined;
}

/** @returns whether all are gone */
async function removeConversations(storage: MediaStorage, job: Job, id: string, subject: Subject): Promise<boolean> {
  await removeBytes(storage, job, id);
  for (;;) {
    const more = await job.transaction(async (tx) => {
      for (const thread of await listThreadsOf(tx, subject.contact_ids)) {
        const { file_ids, ...removed } = await removeMessages(tx, thread, endOfTime, messagesAtOnce);
        if (removed.messages === 0) continue;
        const files = await removeFiles(tx, file_ids);
        await addCounts(tx, id, { ...removed, media_files: files.length }, files);
        return true;
      }
      return false;
    });
    await removeBytes(storage, job, id);
    if (!more) return true;
    if (job.isSliceOver()) return false;
  }
}

/** Bytes after the commit of their rows; until they are gone their ids stand in the order. */
async function removeBytes(storage: MediaStorage, job: Job, id: string): Promise<void> {
  const row = await job.transaction((tx) => findErasure(tx, id));
  const files = row?.file_ids ?? [];
  if (files.length === 0) return;
  for (const file of files) await removeObjects(storage, job.clientId, file);
  await job.transaction((tx) => noteFilesGone(tx, id, files));
}

/** @returns whether every lane was looked through */
async function cleanRaw(
  platform: Platform,
  job: Job,
  id: string,
  subjects: readonly string[],
  until: string,
): Promise<boolean> {
  const needles = subjects.map((text) => Buffer.from(text));
  const { system } = platform.db;
  const row = await job.transaction((tx) => findErasure(tx, id));
  let [lane, seq] = [row?.lane ?? 0, row?.seq ?? 0];
  for (const { lane: next, done } of await listLanes(system.statements('erasure'), lane)) {
    if (next !== lane) [lane, seq] = [next, 0];
    while (seq < done && needles.length > 0) {
      const to = Math.min(seq + rawAtOnce, done);
      const where = { lane, after: seq, to, clientId: job.clientId, until, needles };
      const cleaned = await system.transaction('erasure', async (tx) => {
        const found = (await listNaming(tx, where)).filter(({ body }) => names(body.toString('utf8'), subjects));
        for (const one of found) await rewriteRaw(tx, job.clientId, one, scrub(one.body, subjects));
        return found.length;
      });
      seq = to;
      await job.transaction(async (tx) => {
        await addCounts(tx, id, { raw_deliveries: cleaned });
        await noteProgress(tx, id, lane, seq);
      });
      if (job.isSliceOver()) return false;
    }
  }
  return true;
}
