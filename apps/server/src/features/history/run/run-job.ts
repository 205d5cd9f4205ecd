import { historyLimits } from '@parley/contract/history-limits';
import type { HistoryCounts } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Job, JobCode } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import type { MediaServices } from '../../media/public.ts';
import { findSendChannel } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { listUsers } from '../../team/public.ts';
import {
  addSkips,
  deleteFile,
  deletePage,
  findImport,
  type HistoryImportRow,
  type ImportPatch,
  lockImport,
  readPage,
  type Skip,
  updateImport,
} from '../import-repo.ts';
import { FileProblem } from '../read/archive.ts';
import { archiveOf } from '../read/read-job.ts';
import type { FileRow } from '../read/rows.ts';
import { type Item, isOfPerson, isRefused, type Refused, toItem } from './items.ts';
import { type Origin, openTool, waitForTool } from './read-tool.ts';
import { filesOfArchive, type ItemFile, NoRoomForFiles, storeFiles } from './store-files.ts';
import { type Target, writePage } from './write-page.ts';

/** Writes the pages that were read; each moves the number of the next in its own transaction. */
export function runHistory(platform: Platform, media: MediaServices): JobCode {
  return {
    async run(job) {
      const id = job.payload['import_id'] ?? '';
      const row = await job.transaction((tx) => findImport(tx, id));
      if (row === null || row.state !== 'running') return undefined;
      try {
        const origin = row.source === null ? await openUpload(job, row) : await openTool(job, platform, row);
        while (await runPage(job, media, origin, id)) if (job.isSliceOver()) return 'again';
        return undefined;
      } catch (error) {
        const waits = await waitForTool(job, id, error, pause);
        if (waits !== null) return waits;
        if (!(error instanceof NoRoomForFiles || error instanceof FileProblem)) throw error;
        await job.transaction((tx) => pause(tx, id, error.message));
        return undefined;
      }
    },
    onGiveUp: (tx, payload, reason) => pause(tx, payload['import_id'] ?? '', `It stopped: ${reason}`),
  };
}

async function pause(tx: TenantTx, id: string, error: string): Promise<void> {
  if ((await lockImport(tx, id))?.state !== 'running') return;
  await updateImport(tx, id, { state: 'paused', error });
  await publishContacts(tx);
}

export async function publishContacts(tx: TenantTx): Promise<void> {
  await addChanges(tx, [{ collection: 'contacts', id: '*', marker: 'MODIFIED', version: Date.now() }]);
}

/** Rows of a page that are written together, and where the next begin. */
type Step = {
  row: HistoryImportRow;
  items: Item[];
  refused: Refused[];
  after: Pick<HistoryImportRow, 'page' | 'row_at' | 'seen'>;
  /** The trial has its conversations. */
  tried: boolean;
};

/** An uploaded file, of which all pages are read. */
async function openUpload(job: Job, row: HistoryImportRow): Promise<Origin> {
  const files = filesOfArchive(await archiveOf(job, row));
  return { fetch: () => Promise.reject(new Error('a file has no more pages')), files: () => files };
}

/** @returns whether there is more to do */
async function runPage(job: Job, media: MediaServices, origin: Origin, id: string): Promise<boolean> {
  const step = await job.transaction((tx) => nextStep(tx, id));
  if (step === null) return false;
  if ('unread' in step) {
    await origin.fetch(step.unread);
    return true;
  }
  const files = await storeFiles(job, media, origin.files(step.row), step.items);
  return job.transaction((tx) => writeStep(tx, step, files));
}

async function nextStep(tx: TenantTx, id: string): Promise<Step | { unread: HistoryImportRow } | null> {
  const row = await lockImport(tx, id);
  if (row === null || row.state !== 'running') return null;
  const page = await readPage<FileRow>(tx, id, row.page);
  if (page === null && row.source !== null && row.source.cursor !== null) return { unread: row };
  if (page === null) {
    await end(tx, row);
    return null;
  }
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const own = row.chat_settings?.own_names ?? [];
  const isGroup = (row.chat?.names ?? []).filter(({ name }) => !own.includes(name)).length > 1;
  const items: Item[] = [];
  const refused: Refused[] = [];
  // A person whose rows are on several pages counts once.
  const people = new Set(row.seen);
  for (const [index, one] of page.slice(row.row_at).entries()) {
    const item = toItem(one, country, row.chat_settings, isGroup);
    if (item === null) continue;
    if (isRefused(item)) {
      refused.push(item);
      continue;
    }
    if (row.trial && isOfPerson(item) && !people.has(item.key) && people.size >= historyLimits.trialThreads) {
      const after = { page: row.page, row_at: row.row_at + index, seen: [] };
      return { row, items, refused, after, tried: true };
    }
    if (row.trial && isOfPerson(item)) people.add(item.key);
    items.push(item);
  }
  return { row, items, refused, after: { page: row.page + 1, row_at: 0, seen: [...people] }, tried: false };
}

async function writeStep(tx: TenantTx, step: Step, files: ReadonlyMap<number, ItemFile>): Promise<boolean> {
  const row = await lockImport(tx, step.row.id);
  const isMoved = row === null || row.page !== step.row.page || row.row_at !== step.row.row_at;
  if (isMoved || row.state !== 'running') return false;
  const target = await findTarget(tx, row);
  if (target === null) {
    await pause(
      tx,
      row.id,
      'The number of these conversations was removed. Undo this import, or connect the number again.',
    );
    return false;
  }
  const { imported, known, skips } = await writePage(tx, target, step.items, files);
  const left: Skip[] = [...step.refused.map(({ no, ...skip }) => ({ place: String(no), ...skip })), ...skips];
  await addSkips(tx, row.id, left, historyLimits.listedSkips);
  // What a tool has may be more than there is room for; a file is kept until the import ends.
  if (row.source !== null && step.after.page > row.page) await deletePage(tx, row.id, row.page);
  const counted = step.items.filter(({ kind }) => kind === 'message' || kind === 'note' || kind === 'reply').length;
  const patch: ImportPatch = {
    ...step.after,
    imported: sumOf(row.imported, imported),
    known: row.known + known,
    skipped: withSkips(row.skipped, left),
    done: row.done + counted + step.refused.length,
  };
  if (step.tried) {
    await updateImport(tx, row.id, { ...patch, state: 'tried' });
    await publishContacts(tx);
    return false;
  }
  await updateImport(tx, row.id, patch);
  return true;
}

async function end(tx: TenantTx, row: HistoryImportRow): Promise<void> {
  await updateImport(tx, row.id, { state: 'done', error: null, begins: 'end' });
  await deleteFile(tx, row.id);
  await publishContacts(tx);
}

async function findTarget(tx: TenantTx, row: HistoryImportRow): Promise<Target | null> {
  const channel = await findSendChannel(tx, row.channel_id);
  if (channel === null) return null;
  const users = await listUsers(tx);
  const title = row.chat?.title ?? '';
  return {
    importId: row.id,
    channelId: row.channel_id,
    sandbox: channel.sandbox,
    startedBy: row.created_by,
    members: new Map(users.flatMap(({ id, email }) => (email === '' ? [] : [[email.toLowerCase(), id]]))),
    customer: /\p{L}/u.test(title) ? title : '',
  };
}

const noCounts: HistoryCounts = { contacts: 0, threads: 0, messages: 0, notes: 0, files: 0, replies: 0 };

export function sumOf(one: Partial<HistoryCounts>, other: HistoryCounts): HistoryCounts {
  const sum = { ...noCounts, ...one };
  for (const key of Object.keys(other) as Array<keyof HistoryCounts>) sum[key] += other[key];
  return sum;
}

function withSkips(before: Record<string, number>, skips: readonly Skip[]): Record<string, number> {
  const sum = { ...before };
  for (const { reason } of skips) sum[reason] = (sum[reason] ?? 0) + 1;
  return sum;
}
