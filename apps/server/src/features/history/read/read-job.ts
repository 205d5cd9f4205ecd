import { historyLimits } from '@parley/contract/history-limits';
import { parsePhone } from '@parley/contract/phone-number';
import type { ChatSettings } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Job, JobCode } from '../../../platform/jobs/runner.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import {
  addSkips,
  type Chat,
  deleteFile,
  deletePages,
  findImport,
  type HistoryImportRow,
  type ImportPatch,
  lockImport,
  putPage,
  readUpload,
  updateImport,
} from '../import-repo.ts';
import { type Archive, FileProblem } from './archive.ts';
import { Counter, skipsOf } from './counter.ts';
import { readLines } from './lines.ts';
import { openArchive } from './open-archive.ts';
import { type FoundText, findText } from './open-file.ts';
import { ChatFacts, readChat } from './read-chat.ts';
import { readRecords } from './read-records.ts';
import type { FileRow } from './rows.ts';

/** Rows that are written in one transaction. */
export const pageRows = 500;

/** Reads a file into pages and counts what is in it. Starts again when interrupted. */
export const readHistory: JobCode = {
  async run(job) {
    const id = job.payload['import_id'] ?? '';
    const row = await job.transaction((tx) => findImport(tx, id));
    if (row === null || row.state !== 'reading') return undefined;
    try {
      await readAll(job, row);
    } catch (error) {
      if (error instanceof Ended) return undefined;
      if (!(error instanceof FileProblem)) throw error;
      await job.transaction(async (tx) => {
        if (!(await isReading(tx, id))) return;
        await deleteFile(tx, id);
        await updateImport(tx, id, { state: 'failed', error: error.message, begins: 'end' });
      });
    }
    return undefined;
  },
  async onGiveUp(tx, payload) {
    const error = 'This file couldn’t be read. Export it again, or report it.';
    const id = payload['import_id'] ?? '';
    if (!(await isReading(tx, id))) return;
    await deleteFile(tx, id);
    await updateImport(tx, id, { state: 'failed', error, begins: 'end' });
  },
};

/** A member cancelled it, or a person in it was erased. */
class Ended extends Error {}

async function isReading(tx: TenantTx, id: string): Promise<boolean> {
  return (await lockImport(tx, id))?.state === 'reading';
}

/** The uploaded file of an import. */
export function archiveOf(job: Job, row: Pick<HistoryImportRow, 'id' | 'received_bytes'>): Promise<Archive> {
  return openArchive(row.received_bytes, (from, most) => job.transaction((tx) => readUpload(tx, row.id, from, most)));
}

async function readAll(job: Job, row: HistoryImportRow): Promise<void> {
  const archive = await archiveOf(job, row);
  const found = await findText(archive, row.name);
  const facts = new ChatFacts();
  const counter = new Counter();
  const bytes = archive.open(found.path);
  if (bytes === null) throw new FileProblem('This file is empty.');
  const lines = readLines(untilStopped(job, bytes));
  const names = new Set((archive.paths ?? []).map((path) => path.split('/').at(-1)));
  const rows = found.format === 'parley' ? readRecords(lines) : readChat(lines, facts, (name) => names.has(name));

  await job.transaction((tx) => deletePages(tx, row.id));
  let page: FileRow[] = [];
  let pages = 0;
  const flush = async () => {
    const [no, full] = [pages++, page];
    page = [];
    await job.transaction(async (tx) => {
      if (!(await isReading(tx, row.id))) throw new Ended();
      await putPage(tx, row.id, no, full);
      await addSkips(tx, row.id, skipsOf(full), historyLimits.listedSkips);
      await updateImport(tx, row.id, { found: counter.counts, skipped: counter.skipped });
    });
  };
  for await (const one of rows) {
    counter.add(one);
    page.push(one);
    if (page.length === pageRows) await flush();
  }
  if (page.length > 0) await flush();
  const { messages, notes, contacts, replies } = counter.counts;
  if (messages + notes + contacts + replies === 0) throw new FileProblem('There are no conversations in this file.');
  await job.transaction(async (tx) => {
    if (!(await isReading(tx, row.id))) return;
    const account = await getNameAndCountry(tx, tx.clientId);
    const chat: ImportPatch = found.format === 'parley' ? {} : describeChat(found, facts, account);
    const done = Object.values(counter.skipped).reduce((sum, count) => sum + count, 0);
    await updateImport(tx, row.id, {
      ...chat,
      format: found.format,
      found: counter.counts,
      done,
      page: 0,
      state: 'ready',
      error: null,
    });
  });
}

async function* untilStopped(job: Job, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of bytes) {
      if (job.signal.aborted) throw new Error('the server is ending');
      yield piece;
    }
  } catch (error) {
    if (job.signal.aborted || error instanceof FileProblem || error instanceof Ended) throw error;
    throw new FileProblem('This zip is damaged or not complete. Export it again.');
  }
}

/** Countries that write the month before the day. */
const monthFirst = new Set(['US', 'PH', 'PW', 'FM', 'MH', 'BZ']);

function describeChat(
  { title }: FoundText,
  facts: ChatFacts,
  { country, time_zone }: { country: string; time_zone: string },
): { chat: Chat; chat_settings: ChatSettings } {
  const names = [...facts.names]
    .map(([name, messages]) => ({ name, messages }))
    .sort((a, b) => b.messages - a.messages);
  const { order, certain } = facts.order.find(monthFirst.has(country) ? 'month_first' : 'day_first');
  // A chat is named after the customer, as the phone knows them; who is not saved there is their number.
  const theirs =
    names.find(({ name }) => name === title) ?? names.find(({ name }) => parsePhone(name, country) !== null);
  const phone = [title, theirs?.name ?? ''].map((name) => parsePhone(name, country)).find((number) => number !== null);
  return {
    chat: { title, names, date_order_certain: certain, first_date: facts.first, last_date: facts.last },
    chat_settings: {
      phone_number: phone === undefined || phone === null ? null : `+${phone}`,
      own_names: theirs === undefined ? [] : names.flatMap(({ name }) => (name === theirs.name ? [] : [name])),
      date_order: order,
      time_zone,
    },
  };
}
