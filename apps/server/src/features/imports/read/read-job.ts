import type { Job, JobKind } from '../../../platform/jobs/runner.ts';
import {
  deletePages,
  findImport,
  type ImportJobRow,
  pageRows,
  putPages,
  readUpload,
  updateImport,
} from '../import-repo.ts';
import { describeColumns } from './describe-columns.ts';
import { FileProblem } from './detect.ts';
import { type ReadSettings, readRows } from './read-rows.ts';
import { type ReadPart, readSettingsOf, storedBytes } from './stored-file.ts';

export const readKind = 'imports.read';
const mostRows = 2_000_000;
/** Pages written in one transaction. */
const pagesAtOnce = 4;

/** Counts while reading are estimates, so a failure resets them. */
const nothingRead = { rows_done: 0, rows_total: 0 };

/** Reads a file into pages of a thousand rows and suggests a mapping. Starts again when interrupted. */
export const readImport: JobKind = {
  name: readKind,
  maxAttempts: 3,
  async run(job) {
    const id = job.payload['import_id'] ?? '';
    const row = await job.transaction((tx) => findImport(tx, id));
    if (row === null || row.state !== 'reading') return undefined;
    try {
      await readAll(job, row);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      await job.transaction(async (tx) => {
        await deletePages(tx, id);
        await updateImport(tx, id, { ...nothingRead, state: 'failed', error: error.message, begins: 'end' });
      });
    }
    return undefined;
  },
  async onGiveUp(tx, payload) {
    const error = 'Couldn’t read this file. Save it as CSV and try again.';
    await updateImport(tx, payload['import_id'] ?? '', {
      ...nothingRead,
      state: 'failed',
      error,
      begins: 'end',
    });
  },
};

async function readAll(job: Job, row: ImportJobRow): Promise<void> {
  const readPart: ReadPart = (tx, from, most) => readUpload(tx, row.id, from, most);
  const settings = await readSettingsOf(job, readPart, row);
  await job.transaction((tx) => deletePages(tx, row.id));
  let header: string[] | null = null;
  let total = 0;
  let width = 0;
  const firstRows: string[][] = [];
  let pages: string[][][] = [[]];
  let begun = 0;
  let bytesRead = 0;
  let writing: Promise<void> = Promise.resolve();
  /** Writes what is there while the next is read, one after the other. */
  const flush = async () => {
    const full = pages.filter((page) => page.length > 0);
    const [at, rows] = [begun, total];
    // A spreadsheet is unpacked before its first row comes: its bytes say nothing about its rows.
    const rows_total = settings.format === 'xlsx' ? 0 : Math.round((rows * row.received_bytes) / bytesRead);
    begun += full.length;
    pages = [[]];
    await writing;
    writing = job.transaction(async (tx) => {
      await Promise.all([putPages(tx, row.id, at, full), updateImport(tx, row.id, { rows_done: rows, rows_total })]);
    });
    writing.catch(() => undefined); // The waiting caller gets the error.
  };
  try {
    for await (const batch of readRows(
      storedBytes(job, readPart, (bytes) => {
        bytesRead = bytes;
      }),
      settings,
    )) {
      for (const cells of batch) {
        if (header === null && row.has_header) {
          header = cells;
          continue;
        }
        if (cells.every((cell) => cell.trim() === '')) continue;
        if (++total > mostRows)
          throw new FileProblem(`This file has more than ${mostRows.toLocaleString('en')} rows. Cut it into parts.`);
        width = Math.max(width, cells.length);
        if (firstRows.length < 200) firstRows.push(cells);
        const page = pages.at(-1);
        page?.push(cells);
        if (page?.length !== pageRows) continue;
        if (pages.length === pagesAtOnce) await flush();
        else pages.push([]);
      }
    }
    await flush();
  } finally {
    // The next step must not overtake the last write.
    await writing;
  }
  if (total === 0) throw new FileProblem('There are no rows in this file.');
  await finish(job, row, settings, { header, width, firstRows, total });
}

async function finish(
  job: Job,
  row: ImportJobRow,
  settings: ReadSettings,
  found: { header: string[] | null; width: number; firstRows: string[][]; total: number },
): Promise<void> {
  const { header, width, firstRows, total } = found;
  await job.transaction(async (tx) => {
    const columns = await describeColumns(tx, { header, width, firstRows });
    await updateImport(tx, row.id, {
      ...settings,
      columns,
      state: 'mapping',
      rows_total: total,
      rows_done: total,
      mapping: null,
      error: null,
    });
  });
}
