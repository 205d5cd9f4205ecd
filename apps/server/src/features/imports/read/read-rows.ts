import { type Delimiter, FileProblem, type Format } from './detect.ts';
import type { Encoding } from './detect-encoding.ts';
import { readCards } from './read-cards.ts';
import { readSheet } from './read-sheet.ts';
import { readTable } from './read-table.ts';

/** What is parsed at once: all rows of a piece lie in memory until they are taken. */
const textBytes = 65_536;

export type ReadSettings = { format: Format; encoding: Encoding; delimiter: Delimiter };

/**
 * The rows of a file, including the header, in any format, in batches as they arrive.
 * @param bytes the file, in order
 * @throws FileProblem with a message, with the line where there is one
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
      'A part of this file is not UTF-8: it mixes encodings. Save it as UTF-8, or choose another encoding.',
    );
  }
}
