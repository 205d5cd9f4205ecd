import { Worker } from 'node:worker_threads';
import { type Delimiter, type Encoding, FileProblem, type Format } from './detect.ts';
import { checkWidth, clean, mostRecordBytes, readTable } from './read-table.ts';

/** What is parsed at once: all rows of a piece lie in memory until they are taken. */
const textBytes = 65_536;
/** Above this a spreadsheet does not fit into memory; CSV has no such limit. */
const mostSheetMegabytes = 700;
const sheetWithinMs = 180_000;

export type ReadSettings = { format: Format; encoding: Encoding; delimiter: Delimiter };

/**
 * The rows of a file, the header included, whatever the format, as many at once as come.
 * @param bytes the file, in order
 * @throws FileProblem in words, with the line where there is one
 */
export async function* readRows(bytes: AsyncIterable<Buffer>, settings: ReadSettings): AsyncGenerator<string[][]> {
  if (settings.format === 'xlsx') yield* readSheet(bytes);
  else if (settings.format === 'vcard') yield* readCards(decoded(bytes, settings.encoding));
  else yield* readTable(decoded(bytes, settings.encoding), settings.delimiter);
}

async function* decoded(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  try {
    for await (const part of bytes) {
      for (let at = 0; at < part.length; at += textBytes)
        yield decoder.decode(part.subarray(at, at + textBytes), { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileProblem(
      'A part of this file is not UTF-8: it mixes encodings. Save it anew as UTF-8, or choose another encoding.',
    );
  }
}

/** Names and first numbers of address cards, as a table. */
async function* readCards(text: AsyncIterable<string>): AsyncGenerator<string[][]> {
  yield [['Name', 'Phone', 'Email', 'Company']];
  let rest = '';
  for await (const part of text) {
    rest += part;
    const cards: string[][] = [];
    for (;;) {
      const end = /END:VCARD[ \t]*(?:\r?\n|$)/i.exec(rest);
      if (end === null) break;
      cards.push(cardOf(rest.slice(0, end.index)));
      rest = rest.slice(end.index + end[0].length);
    }
    yield cards;
    if (rest.length > mostRecordBytes * 4) throw new FileProblem('A card in this file is larger than 4 MB.');
  }
}

function cardOf(text: string): string[] {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const all = (name: string) => lines.filter((line) => new RegExp(`^(?:item\\d+\\.)?${name}[;:]`, 'i').test(line));
  const valueOfLine = (line = '') =>
    line
      .slice(line.indexOf(':') + 1)
      .replaceAll(/\\n/gi, ' ')
      .replaceAll(/\\([,;\\])/g, '$1')
      .trim();
  const numbers = all('TEL');
  const mobile = numbers.find((line) => /CELL|MOBILE/i.test(line.slice(0, line.indexOf(':')))) ?? numbers[0];
  const [family = '', given = ''] = valueOfLine(all('N')[0]).split(';');
  const name = valueOfLine(all('FN')[0]) || `${given} ${family}`.trim();
  const phone = line(mobile).replace(/^tel:/i, '');
  return [name, phone, valueOfLine(all('EMAIL')[0]), valueOfLine(all('ORG')[0]).replaceAll(';', ' ')].map(clean);
  function line(found: string | undefined): string {
    return found === undefined ? '' : valueOfLine(found);
  }
}

/** Spreadsheets are read apart, with a limit of memory: one that unpacks without end takes nobody else along. */
async function* readSheet(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[][]> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  const file = Buffer.concat(parts);
  checkArchive(file);
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: mostSheetMegabytes },
  });
  const rows = await new Promise<string[][]>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new FileProblem('This spreadsheet takes too long to read. Save it as CSV.')),
      sheetWithinMs,
    );
    const end = (settle: () => void) => {
      clearTimeout(late);
      settle();
    };
    worker.on('message', (answer: { rows: string[][] } | { problem: string }) =>
      end(() => ('rows' in answer ? resolve(answer.rows) : reject(new FileProblem(answer.problem)))),
    );
    worker.on('error', () =>
      end(() => reject(new FileProblem('This spreadsheet is too large to be read whole. Save it as CSV.'))),
    );
    worker.on('exit', () => end(() => reject(new FileProblem('This spreadsheet could not be read. Save it as CSV.'))));
  }).finally(() => worker.terminate());
  for (const row of rows) {
    checkWidth(row);
    yield [row.map(clean)];
  }
}

const mostUnpackedBytes = 600_000_000;

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
