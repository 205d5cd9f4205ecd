import { configure, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js';

// In Node the inflating of the platform does not block.
configure({ useWebWorkers: false });

/** At most `most` bytes of an uploaded file from a byte on; none after its end. */
export type ReadPart = (from: number, most: number) => Promise<Uint8Array>;

/** The file can't be imported: words for the member. */
export class FileProblem extends Error {}

const mostEntries = 200_000;

/** An uploaded file: a zip with its entries, or a text alone. */
export type Archive = {
  /** Paths of the entries, as they are in the zip; null for a text alone. */
  paths: readonly string[] | null;
  /** The bytes of an entry, or of the text; null when there is no such entry. */
  open(path: string): ReadableStream<Uint8Array> | null;
};

class UploadReader extends Reader<void> {
  readonly #read: ReadPart;

  constructor(size: number, read: ReadPart) {
    super();
    this.size = size;
    this.#read = read;
  }

  /** Across the parts in which the file came. */
  override async readUint8Array(index: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const wanted = Math.max(0, Math.min(length, this.size - index));
    const bytes = new Uint8Array(wanted);
    for (let at = 0; at < wanted; ) {
      const piece = await this.#read(index + at, wanted - at);
      if (piece.length === 0) throw new FileProblem('The file is not complete. Upload it again.');
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }
}

/** @throws FileProblem for a damaged, encrypted or overfull zip */
export async function openArchive(size: number, read: ReadPart): Promise<Archive> {
  const first = await read(0, 4);
  if (Buffer.from(first).toString('latin1') !== 'PK\u0003\u0004')
    return { paths: null, open: () => stream(size, read) };
  const entries = new Map<string, FileEntry>();
  const zip = new ZipReader(new UploadReader(size, read));
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entry.directory) continue;
      if (entry.encrypted) throw new FileProblem('This zip has a password. Make one without.');
      if (entries.size === mostEntries)
        throw new FileProblem(`This zip has more than ${mostEntries.toLocaleString('en')} files. Cut it into parts.`);
      entries.set(entry.filename, entry);
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('This zip is damaged or not complete. Export it again.');
  }
  return {
    paths: [...entries.keys()],
    open: (path) => {
      const entry = entries.get(path);
      if (entry === undefined) return null;
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      // Its end is that of what is read; an error reaches the reader too.
      entry.getData(writable).catch((error: unknown) => writable.abort(error).catch(() => undefined));
      return readable;
    },
  };
}

function stream(size: number, read: ReadPart): ReadableStream<Uint8Array> {
  return new UploadReader(size, read).createReadable({ size }) as ReadableStream<Uint8Array>;
}
