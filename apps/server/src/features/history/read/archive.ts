import { FileProblem } from './file-problem.ts';

/** At most `most` bytes of an uploaded file from a byte on; none after its end. */
export type ReadPart = (from: number, most: number) => Promise<Uint8Array>;

/** An uploaded file: a zip with its entries, or a text alone. */
export type Archive = {
  /** Paths of the entries, as they are in the zip; null for a text alone. */
  paths: readonly string[] | null;
  /** The bytes of an entry, or of the text; null when there is no such entry. */
  open(path: string): AsyncIterable<Uint8Array> | null;
};

/** @throws FileProblem for a damaged, encrypted or overfull zip */
export async function openArchive(size: number, read: ReadPart): Promise<Archive> {
  const first = await read(0, 4);
  if (Buffer.from(first).toString('latin1') !== 'PK\u0003\u0004') return { paths: null, open: () => all(size, read) };
  // Only an import needs it.
  const { openZip } = await import('./zip.ts');
  return openZip(size, read);
}

const bytesAtOnce = 1_048_576;

async function* all(size: number, read: ReadPart): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const piece = await read(at, bytesAtOnce);
    if (piece.length === 0) throw new FileProblem('The file is not complete. Upload it again.');
    at += piece.length;
    yield piece;
  }
}
