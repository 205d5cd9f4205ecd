import { unmarked } from '@parley/contract/csv';
import { type Delimiter, FileProblem, type Format } from './detect.ts';
import type { Encoding } from './detect-encoding.ts';
import { readCards } from './read-cards.ts';
import { readSheet } from './read-sheet.ts';
import { readTable } from './read-table.ts';

/** What is parsed at once: all rows of a piece lie in memory until they are taken. */
const textBytes = 65_536;

export type ReadSettings = { format: Format; encoding: Encoding; delimiter: Delimiter };

/**
 * The rows of a file, including the header, in any format, in batches as they arrive, as they were before a table program
 * needed an apostrophe before what looks like a formula or a number.
 * @param bytes the file, in order
 * @throws FileProblem with a message, with the line where there is one
 */
export async function* readRows(bytes: AsyncIterable<Buffer>, settings: ReadSettings): AsyncGenerator<string[][]> {
  for await (const rows of writtenRows(bytes, settings)) yield rows.map((cells) => cells.map(unmarked));
}

function writtenRows(bytes: AsyncIterable<Buffer>, settings: ReadSettings): AsyncIterable<string[][]> {
  if (settings.format === 'xlsx') return readSheet(bytes);
  const text = decoded(bytes, settings.encoding);
  return settings.format === 'vcard' ? readCards(text) : readTable(text, settings.delimiter);
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
      'A part of this file is not UTF-8: it mixes encodings. Save it as UTF-8, or choose another encoding.',
    );
  }
}
