import { campaignFileLimits } from '@parley/contract/campaign-files';
import { cutName } from '@parley/contract/names';
import { phoneMatchKey } from '@parley/contract/phone-forms';
import type { Job, JobKind } from '../../../platform/jobs/runner.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import {
  FileProblem,
  parsePhoneCell,
  type ReadPart,
  type ReadSettings,
  readRows,
  readSettingsOf,
  SeenNumbers,
  storedBytes,
} from '../../imports/public.ts';
import { describeFileColumns, type FilePlaces } from './file-columns.ts';
import { type FileRow, findFile, finishReadingFile, lockFile, readFilePart, saveFileColumns } from './file-repo.ts';
import { clearFileRows, insertFileRows, type NewFileRow } from './file-rows-repo.ts';
import { readFileKind } from './files.ts';

const rowsAtOnce = 1_000;
/** Rows that the columns are recognized by. */
const firstRowsCount = 200;

/** The rows are read with other settings meanwhile, by another run. */
class Superseded extends Error {}

/** Reads a file into rows, each with its number or what is wrong with it. Starts again when interrupted. */
export const readFileJob: JobKind = {
  name: readFileKind,
  maxAttempts: 3,
  async run(job) {
    const id = job.payload['file_id'] ?? '';
    const row = await job.transaction((tx) => findFile(tx, id));
    if (row === null || row.state !== 'reading') return undefined;
    try {
      await readAll(job, row);
    } catch (error) {
      if (error instanceof Superseded) return 'again';
      if (!(error instanceof FileProblem)) throw error;
      await job.transaction(async (tx) => {
        const now = await lockFile(tx, id);
        if (now?.reading !== row.reading) return;
        await clearFileRows(tx, id);
        await finishReadingFile(tx, id, 'failed', error.message);
      });
    }
    return undefined;
  },
  async onGiveUp(tx, payload) {
    const error = 'Couldn’t read this file. Save it as CSV and try again.';
    await finishReadingFile(tx, payload['file_id'] ?? '', 'failed', error);
  },
};

async function readAll(job: Job, row: FileRow): Promise<void> {
  const readPart: ReadPart = (tx, from, most) => readFilePart(tx, row.id, from, most);
  const settings = await readSettingsOf(job, readPart, row);
  const country = await job.transaction(async (tx) => {
    requireSame(await lockFile(tx, row.id), row);
    await clearFileRows(tx, row.id);
    return (await getNameAndCountry(tx, tx.clientId)).country;
  });
  const reader = new RowReader(job, row, settings, country);
  for await (const batch of readRows(storedBytes(job, readPart), settings)) {
    for (const cells of batch) await reader.take(cells);
  }
  await reader.finish();
}

/** @throws Superseded */
function requireSame(now: FileRow | null, begun: FileRow): void {
  if (now?.state !== 'reading' || now.reading !== begun.reading) throw new Superseded('read again meanwhile');
}

/** Collects rows until the columns are known, then writes them by the thousand. */
class RowReader {
  private readonly seen = new SeenNumbers();
  private header: string[] | null = null;
  private places: FilePlaces | null = null;
  private waiting: string[][] = [];
  private total = 0;
  private readonly job: Job;
  private readonly row: FileRow;
  private readonly settings: ReadSettings;
  private readonly country: string;

  constructor(job: Job, row: FileRow, settings: ReadSettings, country: string) {
    this.job = job;
    this.row = row;
    this.settings = settings;
    this.country = country;
  }

  async take(cells: string[]): Promise<void> {
    if (this.header === null && this.row.has_header) {
      this.header = cells;
      return;
    }
    if (cells.every((cell) => cell.trim() === '')) return;
    this.waiting.push(cells);
    if (this.total + this.waiting.length > campaignFileLimits.rows) {
      const most = campaignFileLimits.rows.toLocaleString('en');
      throw new FileProblem(`This file has more than ${most} rows. Cut it into parts.`);
    }
    if (this.places === null && this.waiting.length === firstRowsCount) await this.describe();
    if (this.waiting.length >= rowsAtOnce) await this.write();
  }

  async finish(): Promise<void> {
    if (this.places === null) await this.describe();
    await this.write();
    if (this.total === 0) throw new FileProblem('There are no rows in this file.');
    const state = this.places?.phone_column == null ? 'mapping' : 'ready';
    await this.job.transaction(async (tx) => {
      requireSame(await lockFile(tx, this.row.id), this.row);
      await finishReadingFile(tx, this.row.id, state, null);
    });
  }

  private async describe(): Promise<void> {
    const { columns, places } = describeFileColumns(this.header, this.waiting, this.row, this.country);
    this.places = places;
    await this.job.transaction(async (tx) => {
      requireSame(await lockFile(tx, this.row.id), this.row);
      await saveFileColumns(tx, this.row.id, { ...this.settings, columns, ...places });
    });
  }

  private async write(): Promise<void> {
    const rows = this.waiting.map((cells, at) => this.rowOf(cells, this.total + at + 1));
    this.waiting = [];
    this.total += rows.length;
    await this.job.transaction(async (tx) => {
      const now = await lockFile(tx, this.row.id);
      requireSame(now, this.row);
      await insertFileRows(tx, this.row.id, rows);
    });
  }

  private rowOf(cells: string[], row: number): NewFileRow {
    const values = cells.map(unquoted);
    const none = { row_no: row, digits: null, key: null, name: '', cells: values, problem: null, first_row: null };
    const { phone_column: phone = null, code_column: code = null, name_column: name = null } = this.places ?? {};
    const cell = (at: number | null) => (at === null ? '' : unquoted((cells[at] ?? '').trim()));
    const written = cell(phone);
    if (written === '') return { ...none, kind: 'invalid', problem: 'There is no phone number.' };
    const rules = { country: this.country, prefix: undefined, otherPhones: [] };
    const digits = parsePhoneCell(written, rules, cell(code) || undefined);
    if (typeof digits !== 'string') {
      const meant = digits.suggestion === null ? '' : ` Is it ${digits.suggestion}?`;
      return { ...none, kind: 'invalid', problem: `${digits.msg}${meant}` };
    }
    const key = phoneMatchKey(digits);
    const first = this.seen.add(key, row);
    if (first !== null) return { ...none, kind: 'duplicate', digits, key, first_row: first };
    return { ...none, kind: 'good', digits, key, name: cutName(cell(name), 200) };
  }
}

/** Cells that a table program would have taken for a formula were written with a quote before them. */
function unquoted(cell: string): string {
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}
