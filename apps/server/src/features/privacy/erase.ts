import { createHmac } from 'node:crypto';
import { phoneForms } from '@parley/contract/phone-forms';
import { deletedForeverVersion } from '@parley/contract/sync';
import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  deleteContactData,
  type ErasureSubject,
  eraseFromBulkOperations,
  forgetExportFiles,
  listContactNames,
} from '../contacts/public.ts';
import { eraseFromMerges } from '../duplicates/public.ts';
import { eraseFromReports } from '../feedback/public.ts';
import { eraseFromHistory } from '../history/public.ts';
import { deleteChangesOf } from '../imports/public.ts';
import { deleteNotesOf } from '../inbox/public.ts';
import { listMatchingEvents, listPartitions, rewriteRawEvent } from '../ingest/public.ts';
import { deleteUnusedFiles, type MediaStorage, removeObjects } from '../media/public.ts';
import { deleteThreadsOf, leaveGroups, listThreadsOf } from '../messaging/public.ts';
import { forgetAccountExports } from '../settings/public.ts';
import { addChanges } from '../sync/public.ts';
import { eraseFromCalls } from '../webhooks/public.ts';
import { deleteMessagesInGroups, deleteOldestMessages } from './delete-messages.ts';
import { eraseFromCampaignFiles } from './erase-campaign-files.ts';
import { eraseFromCampaigns } from './erase-campaigns.ts';
import { eraseFromImports } from './erase-imports.ts';
import { addErasureCounts, endErasure, findErasure, removePendingFiles, saveProgress } from './erase-repo.ts';
import { mentions, redact } from './redact.ts';

export const eraseKind = 'privacy.erase';
const messageBatchSize = 300;
const eventBatchSize = 5_000;
const endOfTime = new Date('9999-12-31T00:00:00Z');

/** A hash of each number and id: only someone who knows one can find the receipt by it. */
export function subjectHashes(platform: Platform, clientId: string, { phones, users }: ErasureSubject): string[] {
  const key = platform.secrets.derive(`erasure ${clientId}`);
  return [...phones, ...users].map((value) => createHmac('sha256', key).update(value).digest('hex')).sort();
}

/** Erases a contact in steps; each transaction also counts what it deleted. */
export function eraseJob(platform: Platform, storage: MediaStorage): JobKind {
  return {
    name: eraseKind,
    run: (job) => erase(platform, storage, job),
    onGiveUp: (tx, payload, reason) => endErasure(tx, payload['erasure_id'] ?? '', 'failed', reason),
  };
}

async function erase(platform: Platform, storage: MediaStorage, job: Job): Promise<JobResult> {
  const id = job.payload['erasure_id'] ?? '';
  const row = await job.transaction((tx) => findErasure(tx, id));
  if (row === null || row.subject === null) return undefined;
  const { subject } = row;
  if (!(await deleteConversations(storage, job, id, subject))) return 'again';
  const needles = [...subject.phones.flatMap(phoneForms), ...subject.users];
  await job.transaction(async (tx) => {
    const internalNotes = await deleteNotesOf(tx, await listThreadsOf(tx, subject.contact_ids));
    const conversations = await deleteThreadsOf(tx, subject.contact_ids);
    const groups = await leaveGroups(tx, subject.contact_ids);
    await eraseFromMerges(tx, subject.contact_ids);
    await eraseFromReports(tx, subject.contact_ids);
    await eraseFromBulkOperations(tx, [
      ...subject.contact_ids,
      ...needles,
      ...(await listContactNames(tx, subject.contact_ids)),
    ]);
    await eraseFromCampaigns(tx, subject);
    await eraseFromCalls(tx, subject.contact_ids, needles);
    await addErasureCounts(tx, id, {
      ...(await deleteContactData(tx, subject.contact_ids)),
      conversations: conversations.length,
      internal_notes: internalNotes,
      import_rows: await deleteChangesOf(tx, subject.contact_ids),
    });
    const gone = { marker: 'DELETED' as const, version: deletedForeverVersion };
    await addChanges(tx, [
      ...conversations.map((thread) => ({ collection: 'threads' as const, id: thread, ...gone })),
      ...groups.map((thread) => ({ collection: 'threads' as const, marker: 'MODIFIED' as const, ...thread })),
      ...subject.contact_ids.map((contact) => ({ collection: 'contacts' as const, id: contact, ...gone })),
      { collection: 'messages', id: '*', marker: 'MODIFIED', version: Date.now() },
    ]);
  });
  await eraseFromImports(job, id, needles);
  await eraseFromCampaignFiles(job, id, needles);
  await job.transaction((tx) =>
    eraseFromHistory(
      tx,
      needles.filter((text) => text.length >= 7),
    ),
  );
  if (!(await eraseFromRawEvents(platform, job, id, needles, row.key))) return 'again';
  await job.transaction(async (tx) => {
    await forgetExportFiles(tx);
    await forgetAccountExports(tx);
    await endErasure(tx, id, 'done', null);
  });
  return undefined;
}

/** @returns whether all are deleted */
async function deleteConversations(
  storage: MediaStorage,
  job: Job,
  id: string,
  subject: ErasureSubject,
): Promise<boolean> {
  await deleteFiles(storage, job, id);
  for (;;) {
    const more = await job.transaction(async (tx) => {
      for (const thread of [null, ...(await listThreadsOf(tx, subject.contact_ids))]) {
        const { file_ids, ...removed } =
          thread === null
            ? await deleteMessagesInGroups(tx, subject.contact_ids, messageBatchSize)
            : await deleteOldestMessages(tx, thread, endOfTime, messageBatchSize);
        if (removed.messages === 0) continue;
        const files = await deleteUnusedFiles(tx, file_ids);
        await addErasureCounts(tx, id, { ...removed, media_files: files.length }, files);
        return true;
      }
      return false;
    });
    await deleteFiles(storage, job, id);
    if (!more) return true;
    if (job.isSliceOver()) return false;
  }
}

/** Deletes stored files after the commit of their rows; until then their ids are in the erasure. */
async function deleteFiles(storage: MediaStorage, job: Job, id: string): Promise<void> {
  const row = await job.transaction((tx) => findErasure(tx, id));
  const files = row?.file_ids ?? [];
  if (files.length === 0) return;
  for (const file of files) await removeObjects(storage, job.clientId, file);
  await job.transaction((tx) => removePendingFiles(tx, id, files));
}

/** @returns whether all partitions were searched */
async function eraseFromRawEvents(
  platform: Platform,
  job: Job,
  id: string,
  subjects: readonly string[],
  until: string,
): Promise<boolean> {
  const needles = subjects.map((text) => Buffer.from(text));
  const { system } = platform.db;
  const row = await job.transaction((tx) => findErasure(tx, id));
  let [partition, seq] = [row?.partition ?? 0, row?.seq ?? 0];
  for (const { partition: next, applied_seq: applied } of await listPartitions(
    system.statements('erasure'),
    partition,
  )) {
    if (next !== partition) [partition, seq] = [next, 0];
    while (seq < applied && needles.length > 0) {
      const to = Math.min(seq + eventBatchSize, applied);
      const where = { partition, after: seq, to, clientId: job.clientId, until, needles };
      const cleaned = await system.transaction('erasure', async (tx) => {
        const found = (await listMatchingEvents(tx, where)).filter(({ body }) =>
          mentions(body.toString('utf8'), subjects),
        );
        for (const one of found) await rewriteRawEvent(tx, job.clientId, one, redact(one.body, subjects));
        return found.length;
      });
      seq = to;
      await job.transaction(async (tx) => {
        await addErasureCounts(tx, id, { raw_deliveries: cleaned });
        await saveProgress(tx, id, partition, seq);
      });
      if (job.isSliceOver()) return false;
    }
  }
  return true;
}
