import { historyLimits } from '@parley/contract/history-limits';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Job, JobResult } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addSkips, type HistoryImportRow, lockImport, putPage, updateImport } from '../import-repo.ts';
import { FileProblem } from '../read/archive.ts';
import { Counter, skipsOf } from '../read/counter.ts';
import type { FileRow } from '../read/rows.ts';
import { paceOf, ToolProblem, ToolSilent, ToolWaits, toolCaller } from '../sources/call.ts';
import { openFile } from '../sources/files.ts';
import { readKey } from '../sources/key-repo.ts';
import type { ImportSource, ReadPart, Tool } from '../sources/tool.ts';
import { tools } from '../sources/tools.ts';
import type { Files } from './store-files.ts';

/** Of a page: it is written in one transaction, and its files are fetched before. */
const pageRows = 200;
const pageFiles = 10;
/** How long an import waits for a tool that does not answer, again and again; then it pauses. */
const waitsMs = [5_000, 15_000, 60_000, 300_000, 900_000];
/** A file that does not come holds the import up this often. */
const fileTries = 2;

/** Where an import comes from. */
export type Origin = {
  /** Reads the next page. */
  fetch(row: HistoryImportRow): Promise<void>;
  files(row: HistoryImportRow): Files;
};

/** The tool of an import, opened with its key. */
export async function openTool(job: Job, platform: Platform, { id, source }: HistoryImportRow): Promise<Origin> {
  const key = await job.transaction((tx) => readKey(tx, platform, id));
  if (source === null || key === null) throw new Error('an import of a tool without its key');
  const tool = tools[source.tool];
  const calls = { name: tool.name, allowed: platform.config.ALLOWED_PRIVATE_HOSTS, signal: job.signal };
  const [headers, pace] = [tool.headers(key), paceOf(tool.paceMs)];
  const readOn = tool.reader(toolCaller({ ...calls, headers, pace }), source);
  const ownFiles = tool.filesAt?.(source) ?? null;
  return {
    fetch: (row) => fetchPage(job, readOn, row),
    files: (row) => ({
      open: async (url) => {
        const isOwn = ownFiles !== null && url.startsWith(ownFiles);
        if (isOwn) await pace();
        const isLastTry = (row.source?.silent ?? 0) >= fileTries;
        return openFile(url, { ...calls, isLastTry, key: isOwn ? headers : null });
      },
      broken: `The connection broke off while this file came from ${tool.name}.`,
    }),
  };
}

type ReadOn = ReturnType<Tool['reader']>;

/** Reads until a page is full, the job’s time is over or nothing is left. What came before a failure is kept. */
async function readPage(job: Job, readOn: ReadOn, { cursor: from, rows: before }: ImportSource): Promise<ReadPart> {
  const page: ReadPart = { rows: [], cursor: from, conversations: 0 };
  try {
    do {
      if (page.cursor === null) break;
      const part = await readOn(page.cursor, before + page.rows.length);
      page.rows.push(...part.rows);
      page.cursor = part.cursor;
      page.conversations += part.conversations;
    } while (page.rows.length < pageRows && filesIn(page.rows) < pageFiles && !job.isSliceOver());
  } catch (error) {
    if (page.rows.length === 0 || job.signal.aborted) throw error;
  }
  return page;
}

function filesIn(rows: readonly FileRow[]): number {
  return rows.filter((row) => 'record' in row && row.record.type === 'message' && row.record.file !== undefined).length;
}

/** Reads the next page of a tool; where reading continues moves in the transaction that stores it. */
async function fetchPage(job: Job, readOn: ReadOn, { id, source }: HistoryImportRow): Promise<void> {
  if (source === null) return;
  if (source.rows >= historyLimits.sourceRows)
    throw new FileProblem('This import has 10,000,000 messages, which is the most that one import brings.');
  const part = await readPage(job, readOn, source);
  const counter = new Counter();
  for (const row of part.rows) counter.add(row);
  await job.transaction(async (tx) => {
    const now = await lockImport(tx, id);
    if (now?.source == null || now.state !== 'running' || now.source.rows !== source.rows) return;
    if (JSON.stringify(now.source.cursor) !== JSON.stringify(source.cursor)) return;
    await putPage(tx, id, now.page, part.rows);
    await addSkips(tx, id, skipsOf(part.rows), historyLimits.listedSkips);
    const total = new Counter(now.skipped);
    for (const row of part.rows) total.add(row);
    const { messages, notes, files, replies } = counter.counts;
    const { found, done } = now;
    await updateImport(tx, id, {
      found: {
        contacts:
          (found.contacts ?? 0) + part.rows.filter((row) => 'record' in row && row.record.type === 'contact').length,
        threads: (found.threads ?? 0) + part.conversations,
        messages: (found.messages ?? 0) + messages,
        notes: (found.notes ?? 0) + notes,
        files: (found.files ?? 0) + files,
        replies: (found.replies ?? 0) + replies,
      },
      skipped: total.skipped,
      done: done + skipsOf(part.rows).length,
      source: {
        ...now.source,
        cursor: part.cursor,
        rows: source.rows + part.rows.length,
        read: source.read + part.conversations,
        silent: 0,
        waiting_until: null,
      },
    });
  });
}

/** After a failure of a tool: waits, or says why it can't go on. @returns null for another error */
export async function waitForTool(
  job: Job,
  id: string,
  error: unknown,
  pause: (tx: TenantTx, id: string, error: string) => Promise<void>,
): Promise<JobResult | null> {
  if (!(error instanceof ToolWaits || error instanceof ToolSilent || error instanceof ToolProblem)) return null;
  return job.transaction(async (tx) => {
    const row = await lockImport(tx, id);
    if (row?.source == null || row.state !== 'running') return undefined;
    const { name } = tools[row.source.tool];
    const silent = error instanceof ToolSilent ? row.source.silent + 1 : row.source.silent;
    const forMs = error instanceof ToolWaits ? error.forMs : waitsMs[silent - 1];
    if (error instanceof ToolProblem || forMs === undefined) {
      const message =
        error instanceof ToolProblem ? error.message : `${name} has not answered for a while (${error.message}).`;
      const isKey = error instanceof ToolProblem && error.field === 'key';
      const next = isKey
        ? 'Continue when it works again, or cancel and connect with another: nothing is imported twice.'
        : 'Nothing is lost: continue when it answers again.';
      await pause(tx, id, `${message} ${next}`);
      return undefined;
    }
    const until = new Date(row.now.getTime() + forMs).toISOString();
    await updateImport(tx, id, { source: { ...row.source, silent, waiting_until: until } });
    return { againInMs: forMs };
  });
}
