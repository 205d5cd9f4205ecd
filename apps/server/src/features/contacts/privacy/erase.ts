import { createHmac } from 'node:crypto';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type MediaStorage, removeObjects } from '../../media/public.ts';
import { addChanges } from '../../sync/public.ts';
import { forgetExportFiles } from '../export-repo.ts';
import { addCounts, endErasure, findErasure, noteFilesGone, noteProgress, type Subject } from './erase-repo.ts';
import { listLanes, listNaming, rewriteRaw } from './raw-repo.ts';
import {
  listImportPages,
  listThreadsOf,
  removeFiles,
  removeMessages,
  removePerson,
  removeThreads,
  rewritePage,
} from './remove-repo.ts';
import { names, scrub } from './scrub.ts';

export const eraseKind = 'contacts.erase';
const messagesAtOnce = 300;
const rawAtOnce = 5_000;
const endOfTime = new Date('9999-12-31T00:00:00Z');
const noId = '00000000-0000-0000-0000-000000000000';

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
  await job.transaction(async (tx) => {
    const conversations = await removeThreads(tx, subject.contact_ids);
    const { contacts, ...rest } = await removePerson(tx, subject.contact_ids);
    await addCounts(tx, id, { ...rest, contacts, conversations: conversations.length });
    const version = Date.now();
    await addChanges(tx, [
      ...conversations.map((thread) => ({
        collection: 'threads' as const,
        id: thread,
        marker: 'DELETED' as const,
        version,
      })),
      { collection: 'messages', id: '*', marker: 'MODIFIED', version },
    ]);
  });
  await cleanImports(job, id, [...subject.phones, ...subject.users]);
  if (!(await cleanRaw(platform, job, id, subject, row.key))) return 'again';
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

/** Rows of files that were imported lately and stand there until their undo ends: emptied, so that row numbers stay. */
async function cleanImports(job: Job, id: string, needles: readonly string[]): Promise<void> {
  for (let after = { importId: noId, page: -1 }; ; ) {
    const last = await job.transaction(async (tx) => {
      const pages = await listImportPages(tx, after);
      for (const page of pages) {
        if (!names(page.rows, needles)) continue;
        const rows = JSON.parse(page.rows) as string[][];
        const hit = rows.flatMap((cells, index) => (names(JSON.stringify(cells), needles) ? [index] : []));
        const cleaned = rows.map((cells, index) => (hit.includes(index) ? cells.map(() => '') : cells));
        const first = page.page * 1_000 + 1;
        await rewritePage(
          tx,
          page,
          JSON.stringify(cleaned),
          hit.map((index) => first + index),
        );
        await addCounts(tx, id, { import_rows: hit.length });
      }
      return pages.at(-1);
    });
    if (last === undefined) return;
    after = { importId: last.import_id, page: last.page };
  }
}

/** @returns whether every lane was looked through */
async function cleanRaw(platform: Platform, job: Job, id: string, subject: Subject, until: string): Promise<boolean> {
  const subjects = [...subject.phones, ...subject.users];
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
