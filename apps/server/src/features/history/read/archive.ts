/** At most `most` bytes of an uploaded file from a byte on; none after its end. */
export type ReadPart = (from: number, most: number) => Promise<Uint8Array>;

/** An uploaded file: a zip with its entries, or a text alone. */
export type Archive = {
  /** Paths of the entries, as they are in the zip; null for a text alone. */
  paths: readonly string[] | null;
  /** The bytes of an entry, or of the text; null when there is no such entry. */
  open(path: string): AsyncIterable<Uint8Array> | null;
};

/** The file can’t be imported: words for the member. */
export class FileProblem extends Error {}
