import { startThread, type Thread, ThreadOverran } from '../../../platform/threads/thread.ts';
import { FileProblem } from './detect.ts';
import { checkWidth, clean } from './read-table.ts';

/** Above this a spreadsheet does not fit into memory; CSV has no such limit. */
const megabytes = 700;
const cpuMs = 180_000;
const mostUnpackedBytes = 600_000_000;

/** What the thread says when it is asked for more. */
export type SheetAnswer = { rows: string[][] } | { end: true } | { problem: string };

/**
 * The rows of a spreadsheet. It is read in a separate thread with a memory limit, in batches: one that unpacks
 * without end affects no one else.
 * @throws FileProblem with a message
 */
export async function* readSheet(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[][]> {
  const file = await gathered(bytes);
  checkArchive(Buffer.from(file.buffer));
  const script = new URL('./sheet-worker.ts', import.meta.url);
  const thread = startThread<'more', SheetAnswer>(
    script,
    { cpuMs, megabytes },
    { data: file, transfer: [file.buffer] },
  );
  try {
    for (;;) {
      const answer = await next(thread);
      if ('problem' in answer) throw new FileProblem(answer.problem);
      if ('end' in answer) return;
      for (const row of answer.rows) checkWidth(row);
      yield answer.rows.map((row) => row.map(clean));
    }
  } finally {
    await thread.end();
  }
}

async function next(thread: Thread<'more', SheetAnswer>): Promise<SheetAnswer> {
  try {
    return await thread.ask('more');
  } catch (error) {
    throw new FileProblem(
      error instanceof ThreadOverran
        ? 'This spreadsheet takes too long to read. Save it as CSV.'
        : 'This spreadsheet is too large to be read whole. Save it as CSV.',
    );
  }
}

async function gathered(bytes: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  const file = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** Refuses what says itself that it unpacks to more than memory holds; the worker's limit catches what lies about it. */
function checkArchive(file: Buffer): void {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 20 > file.length) throw new FileProblem('This spreadsheet is damaged.');
  let at = file.readUInt32LE(end + 16);
  let unpacked = 0;
  let sheets = 0;
  while (at + 46 <= file.length && file.readUInt32LE(at) === 0x02014b50) {
    const nameLength = file.readUInt16LE(at + 28);
    unpacked += file.readUInt32LE(at + 24);
    if (file.toString('latin1', at + 46, at + 46 + nameLength).startsWith('xl/')) sheets++;
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  if (sheets === 0) throw new FileProblem('This is not a spreadsheet. Export the table as CSV or .xlsx.');
  if (unpacked > mostUnpackedBytes)
    throw new FileProblem('This spreadsheet unpacks to more than can be read. Save it as CSV.');
}
