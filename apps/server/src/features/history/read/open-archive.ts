import { type Archive, FileProblem, type ReadPart } from './archive.ts';

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
