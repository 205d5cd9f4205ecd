import { configure, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js';
import { type Archive, FileProblem, type ReadPart } from './archive.ts';

// In Node the inflating of the platform does not block.
configure({ useWebWorkers: false });

const mostEntries = 200_000;

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
export async function openZip(size: number, read: ReadPart): Promise<Archive> {
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
